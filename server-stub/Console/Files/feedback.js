// Comments and likes about one thing that two have sent each other.

import { ask, Attempt } from './api.js';
import { announce, dateText, make, makeButton, telling } from './dom.js';
import { named } from './devices.js';
import { label } from './people.js';

/** What both have said about something, with a field for more; nothing is asked before it is opened. */
export function feedbackOf(subject, query, title) {
  const list = make('ul', { class: 'states', 'aria-label': `Comments on “${title}”` });
  const problem = make('p', { class: 'problem', role: 'alert' });
  const field = make('textarea', { rows: '2', maxlength: '4096', 'aria-label': `A comment on “${title}”` });
  const details = make('details', {}, make('summary', {}, 'Comments and likes'), list, field, problem);
  const attempt = new Attempt();
  const show = async () => {
    const { feedback } = await ask('GET', `/v1/feedback?${query}`);
    list.replaceChildren(...feedback.filter((one) => !one.isTakenBack).map(row));
  };
  const say = (deed, path, value) => named(makeButton(deed, () => telling(problem, async () => {
    await ask(...path, { json: value() });
    attempt.end();
    field.value = '';
    announce(`${deed}: done.`);
    await show();
  })), `${deed}: ${title}`);
  details.append(
    say('Comment', ['POST', '/v1/comments'], () => ({ id: attempt.id(written(field)), subject, text: field.value })),
    say('Like', ['PUT', '/v1/likes'], () => ({ subject, isLiked: true })));
  details.addEventListener('toggle', () => { if (details.open) telling(problem, show); });
  return details;
}

function written(field) {
  if (field.value.trim() === '') throw new Error('Write the comment first.');
  return field.value;
}

function row(one) {
  const author = one.isOwn ? 'you' : label(one);
  return make('li', {}, make('span', {}, one.text === undefined ? `${author} like${one.isOwn ? '' : 's'} it` : `${author}: ${one.text}`),
    make('span', { class: 'hint' }, dateText(one.createdAt)));
}
