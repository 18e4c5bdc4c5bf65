// What was sent from this page, and how far it has come on each device.
//
// The states are asked for: soon after something changed, then less and less often, and not at all while nobody looks at
// the page. The server's event stream tells users of their own inboxes, not senders of those of others.

import { ask, isLoggedIn } from './api.js';
import { byID, dateText, make } from './dom.js';

/** Milliseconds between two questions. */
const shortest = 1000;
const longest = 30_000;
/** The most pushes that are listed, and the most devices of each. */
const listed = 10;
const shownDevices = 50;

const isFinal = new Set(['accepted', 'rejected', 'expired']);
const watches = [];

/** Lists a push, and follows it. */
export function watch(push, title, recipient) {
  const summary = make('p', { role: 'status' });
  const states = make('ul', { class: 'states', 'aria-label': `How far “${title}” has come` });
  const heading = make('h3', {}, title);
  const sender = make('span', { class: 'sender' });
  const card = make('li', {}, heading, make('p', { class: 'hint' },
    `To ${recipient} at ${dateText(push.createdAt)}`, sender), summary, states);
  byID('sent-none').hidden = true;
  byID('sent').prepend(card);
  const entry = { id: push.id, card, heading, sender, summary, states, delay: shortest, timer: 0, isLooking: false, isOver: false, known: '' };
  watches.unshift(entry);
  for (const old of watches.splice(listed)) end(old);
  look(entry);
}

/** Forgets everything. */
export function clearSent() {
  for (const entry of watches.splice(0)) end(entry);
  byID('sent-none').hidden = false;
}

/** Asks nothing while nobody looks. */
export function prepareSent() { document.addEventListener('visibilitychange', lookAgain); }

/** Asks for everything at once, or for nothing more. */
export function lookAgain() {
  for (const entry of watches) {
    clearTimeout(entry.timer);
    if (mayAsk(entry)) look(entry);
  }
}

const mayAsk = (entry) => !entry.isOver && !document.hidden && isLoggedIn();

function end(entry) {
  entry.isOver = true;
  clearTimeout(entry.timer);
  entry.card.remove();
}

async function look(entry) {
  if (entry.isLooking) return;
  entry.isLooking = true;
  try {
    const status = await ask('GET', `/v1/pushes/${entry.id}`);
    if (status.redacted) redact(entry);
    if (status.sender) entry.sender.textContent = `, from ${senderText(status.sender)}`;
    const isNew = show(entry, status.deliveries);
    // A push to thousands is a long answer: it is asked for less often.
    const least = Math.max(shortest, status.deliveries.length * 10);
    entry.delay = isNew ? least : Math.min(longest, Math.max(least, entry.delay * 1.3));
  } catch (error) {
    entry.summary.textContent = error.message;
    entry.known = '';
    entry.isOver = entry.isOver || error.status === 404;
    entry.delay = Math.min(longest, Math.max(entry.delay * 2, error.retryAfter * 1000));
  }
  entry.isLooking = false;
  clearTimeout(entry.timer);
  if (mayAsk(entry)) entry.timer = setTimeout(() => look(entry), entry.delay);
}

/** What those who receive it read of its sender: a push from this page has a person's. */
function senderText({ kind, name, id }) {
  const person = `${name} (${id.slice(0, 8).toLowerCase()})`;
  return kind === 'administrator' ? `administrator ${person}` : person;
}

/** Takes away what it says: all who received it had it removed, or got a newer one in its place. */
function redact(entry) {
  entry.heading.textContent = 'Removed';
  entry.states.setAttribute('aria-label', 'How far a removed push has come');
}

/** Shows the states; says whether any is new. */
function show(entry, deliveries) {
  const known = JSON.stringify(deliveries);
  if (known === entry.known) return false;
  entry.known = known;
  entry.summary.textContent = summary(deliveries);
  entry.states.replaceChildren(...deliveries.slice(0, shownDevices).map(row));
  if (deliveries.length > shownDevices) {
    entry.states.append(make('li', {}, `and ${(deliveries.length - shownDevices).toLocaleString()} more devices`));
  }
  entry.isOver = deliveries.every((delivery) => isFinal.has(delivery.state));
  return true;
}

function summary(deliveries) {
  if (deliveries.length === 0) return 'It is in nobody’s inbox.';
  const counts = new Map();
  for (const { state } of deliveries) counts.set(state, (counts.get(state) ?? 0) + 1);
  return [...counts].map(([state, count]) => `${count.toLocaleString()} ${state}`).join(', ');
}

function row(delivery) {
  return make('li', {}, make('span', {}, delivery.device ?? 'a user'), make('span', {},
    make('span', { class: `state ${delivery.state}` }, delivery.state), ` since ${dateText(delivery.since)}`));
}
