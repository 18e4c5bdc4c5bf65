// What the user proposes to others, and what they decided.

import { ask, Attempt } from './api.js';
import { announce, byID, dateText, dateValue, filling, make, onSubmit } from './dom.js';
import { feedbackOf } from './feedback.js';
import { chosen, fill, followers, label } from './people.js';

/** The most that are listed. */
const listed = 50;

const section = byID('proposals');
const list = section.querySelector('.cards');
const problem = section.querySelector('.problem');
const form = byID('proposal-form');
const fields = form.elements;

/** Sent once more after a lost answer, a proposal is the same. */
const attempt = new Attempt();

/** Shows them as they are now. */
export const showProposals = () => filling(list, problem, async () => {
  fill(fields.to, await followers());
  const { pushes } = await ask('GET', `/v1/pushes?limit=${listed}`);
  const proposals = pushes.filter(isProposal);
  list.replaceChildren(...proposals.map(card));
  if (proposals.length === 0) list.append(make('li', {}, 'You have proposed nothing yet.'));
  form.hidden = fields.to.options.length === 0;
  byID('proposal-nobody').hidden = !form.hidden;
});

/** Makes the form work. */
export function prepareProposals() { onSubmit(form, propose); }

/** Forgets what was listed and written. */
export function clearProposals() {
  form.reset();
  for (const element of [list, fields.to]) element.replaceChildren();
}

/** What has no text any more was one where somebody decided about it. */
function isProposal(push) {
  if (push.payload === undefined) return push.state === 'accepted' || push.state === 'rejected';
  return content(push).kind === 'task';
}

function content({ payload }) {
  try {
    const { kind, aps } = JSON.parse(payload);
    const alert = typeof aps?.alert === 'string' ? { title: aps.alert } : aps?.alert;
    return { kind, title: typeof alert?.title === 'string' ? alert.title : 'a task', body: typeof alert?.body === 'string' ? alert.body : '' };
  } catch { return { kind: '', title: 'a task', body: '' }; }
}

function card(push) {
  const { title, body } = push.payload === undefined ? { title: 'Its text is erased', body: '' } : content(push);
  const state = push.state === 'rejected' ? 'declined' : push.state;
  return make('li', {}, make('h3', {}, title), make('p', { class: 'said' }, body),
    make('p', { class: 'hint' }, `To ${label(push)}, ${dateText(push.createdAt)}`),
    make('p', {}, make('span', { class: `state ${push.state}` }, state), push.since ? ` since ${dateText(push.since)}` : ''),
    feedbackOf({ push: push.push }, `push=${push.push}`, title));
}

async function propose() {
  const title = fields.title.value.trim();
  if (title === '') throw new Error('Say what there is to do.');
  const due = dateValue(fields.due);
  if (fields.due.value !== '' && !due) throw new Error('That is no date.');
  const alert = { title, ...(fields.notes.value.trim() === '' ? {} : { body: fields.notes.value }) };
  const [user, name] = chosen(fields.to);
  const json = { to: { alias: user }, payload: { aps: { alert }, kind: 'task', ...(due ? { due } : {}) } };
  await ask('POST', '/v1/pushes', { json, headers: { 'Idempotency-Key': attempt.id(JSON.stringify(json)) } });
  attempt.end();
  form.reset();
  announce(`Proposed to ${name}.`);
  await showProposals();
}
