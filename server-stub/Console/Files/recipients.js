// Whom a push may go to: the choices of the compose form.

import { ask } from './api.js';
import { byID, make } from './dom.js';

const select = byID('recipient');
const user = byID('user');

/** The devices and channels that were loaded last. */
let choices = { isAdministrator: false, devices: [], channels: [], others: [] };

/** Fills the choices anew; what was chosen stays chosen where it is still there. */
export function offer(changes) {
  choices = { ...choices, ...changes };
  const chosen = select.value;
  select.replaceChildren(
    option('All my devices', null),
    ...group('One of my devices', choices.devices.map((device) => option(device.name, { device: device.token }))),
    ...group('A channel', reachable().map((channel) => option(channel.title, { channel: channel.id }))),
    ...group('Others', choices.isAdministrator ? others() : []));
  select.value = chosen;
  if (select.selectedIndex < 0) select.selectedIndex = 0;
  showUser();
}

/** Offers a device of somebody, and chooses it. */
export function choose(name, recipient) {
  const value = JSON.stringify(recipient);
  if (!choices.others.some((other) => other.value === value)) choices.others.push({ name, value });
  offer({});
  select.value = value;
  showUser();
}

/** The recipient as the server reads it, null for the user's own devices, and in words. */
export async function recipient() {
  const name = select.selectedOptions[0].textContent;
  if (select.value !== 'user') return { to: JSON.parse(select.value), name };
  const email = user.value.trim();
  if (email === '') throw new Error('Say whom it is for: an email.');
  const page = await ask('GET', `/v1/admin/accounts?limit=1&prefix=${encodeURIComponent(email)}`);
  const found = page.accounts.find((account) => account.email.toLowerCase() === email.toLowerCase());
  if (!found) throw new Error('Nobody here has this email. Look for it under Accounts.');
  return { to: { alias: found.id }, name: found.email };
}

/** Follows what is chosen and typed. */
export function prepareRecipients() {
  select.addEventListener('change', showUser);
  let asked = '';
  user.addEventListener('input', async () => {
    asked = user.value.trim();
    if (asked === '') return;
    const prefix = asked;
    const page = await ask('GET', `/v1/admin/accounts?limit=8&prefix=${encodeURIComponent(prefix)}`).catch(() => null);
    if (page && prefix === asked) {
      byID('users').replaceChildren(...page.accounts.map((account) => make('option', { value: account.email })));
    }
  });
}

function reachable() {
  return choices.channels.filter((channel) => channel.isEnrolled || choices.isAdministrator);
}

function others() {
  const user = make('option', { value: 'user' }, 'A user…');
  return [
    user, ...choices.others.map((other) => make('option', { value: other.value }, other.name)),
    option('Everyone', { everyone: true }),
  ];
}

function option(name, value) { return make('option', { value: JSON.stringify(value) }, name); }

function group(label, options) { return options.length > 0 ? [make('optgroup', { label }, ...options)] : []; }

function showUser() { byID('user-field').hidden = select.value !== 'user'; }
