// The user's conversations: a list, the newest messages of one, and a line to write in it.

import { ask, Attempt } from './api.js';
import { announce, byID, dateText, filling, make, makeButton, onSubmit, telling } from './dom.js';
import { named } from './devices.js';
import { feedbackOf } from './feedback.js';
import { chosen, fill, followers, label } from './people.js';

/** The most conversations, and the most messages of one, that are shown. */
const listed = 200;
const shown = 50;

const section = byID('messages');
const list = section.querySelector('.cards');
const problem = section.querySelector('.problem');
const open = byID('conversation');
const form = byID('message-form');
const fields = form.elements;

/** Sent once more after a lost answer, a message is the same. */
const attempt = new Attempt();

/** Shows the conversations as they are now. */
export const showConversations = () => filling(list, problem, async () => {
  fill(fields.to, await followers());
  const { conversations } = await ask('GET', `/v1/conversations?limit=${listed}`);
  list.replaceChildren(...conversations.map(card));
  if (conversations.length === 0) list.append(make('li', {}, 'There are no conversations yet.'));
  form.hidden = fields.to.options.length === 0;
  byID('message-nobody').hidden = !form.hidden;
});

/** Makes the form work. */
export function prepareConversations() { onSubmit(form, write); }

/** Forgets what was read and written. */
export function clearConversations() {
  form.reset();
  open.removeAttribute('aria-label');
  for (const element of [list, open, fields.to]) element.replaceChildren();
}

function card(conversation) {
  const name = label(conversation);
  const count = conversation.bounds.highest;
  const words = `${count.toLocaleString()} ${count === 1 ? 'message' : 'messages'}${conversation.isContact ? '' : ', no contact'}`;
  return make('li', {}, make('h3', {}, name), make('p', { class: 'hint' }, words),
    named(makeButton('Open', () => telling(problem, () => read(conversation))), `Open ${name}`));
}

async function read({ user, name }) {
  const { bounds } = await messages(user, Number.MAX_SAFE_INTEGER);
  const page = await messages(user, Math.max(0, bounds.highest - shown));
  const title = label({ user, name });
  open.setAttribute('aria-label', `Messages with ${title}`);
  open.replaceChildren(...page.messages.map((message) => line(message, user)));
  // Where the other one does not follow, nobody is chosen: an answer must not go to somebody else.
  fields.to.value = user;
  announce(`The newest messages with ${title} are shown.`);
}

const messages = (user, after) => ask('GET', `/v1/channels/${user}/messages?after=${after}&limit=${shown}`);

function line(message, user) {
  const isOwn = message.sender !== user;
  const author = isOwn ? 'you' : label({ user, name: message.senderName });
  const sequence = message.sequence;
  return make('li', {}, make('p', { class: 'hint' }, `${author}, ${dateText(message.receivedAt)}`), make('p', { class: 'said' }, message.text),
    feedbackOf({ message: { user, sequence } }, `user=${user}&message=${sequence}`, message.text.slice(0, 40)));
}

async function write() {
  const text = fields.text.value;
  if (text.trim() === '') throw new Error('Write the message first.');
  const [user, name] = chosen(fields.to);
  await ask('POST', `/v1/channels/${user}/messages`, { json: { id: attempt.id(user + text), text } });
  attempt.end();
  fields.text.value = '';
  await showConversations();
  await read({ user, name });
  announce(`Sent to ${name}.`);
}
