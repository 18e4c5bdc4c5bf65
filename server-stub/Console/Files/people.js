// Who may be written to, and what the user calls people.

import { ask } from './api.js';
import { make } from './dom.js';

/** The most people that a choice offers. */
const offered = 500;

/** The nicknames of followers, by their ids. */
let names = new Map();

/** Asks who follows the user: they get what the user sends. */
export async function followers() {
  const { people } = await ask('GET', `/v1/people?kind=followers&limit=${offered}`);
  names = new Map(people.filter(({ nickname }) => nickname !== undefined).map(({ user, nickname }) => [user, nickname]));
  return people;
}

/** Forgets what somebody calls people. */
export function clearPeople() { names = new Map(); }

/** Fills a choice of people anew; who was chosen stays chosen, and nobody takes the place of one who is there no more. */
export function fill(select, people) {
  const chosen = select.value;
  select.replaceChildren(...people.map((person) => make('option', { value: person.user }, label(person))));
  if (chosen !== '') select.value = chosen;
}

/** Who is chosen, by id and name. */
export function chosen(select) {
  if (select.selectedIndex < 0) throw new Error('Choose whom it is for: who follows you gets it.');
  return [select.value, select.selectedOptions[0].textContent];
}

/** What is shown of somebody: the user’s own name for them, or else theirs, with where the id begins, which nobody chooses. */
export function label({ user, name, nickname }) {
  return nickname ?? names.get(user) ?? `${name} (${user.slice(0, 8).toLowerCase()})`;
}
