// The accounts of the server, for administrators.

import { ask } from './api.js';
import { announce, byID, confirmed, dateText, filling, make, makeButton, onSubmit, telling } from './dom.js';
import { deviceCard, named } from './devices.js';
import { choose } from './recipients.js';

const section = byID('accounts');
const list = section.querySelector('ul');
const problem = section.querySelector('.problem');
const search = byID('account-search');
const more = byID('accounts-more');
const form = byID('account-form');

/** The accounts of one answer. */
const pageCount = 50;

let ownID = '';
/** Counts the lists, so that the answer to an older question is not shown. */
let listing = 0;

/** Shows the accounts as they are now, from the first that is searched for. */
export const showAccounts = () => filling(list, problem, () => load(''));

/** Remembers whose page it is. */
export function prepareAccountsFor(account) { ownID = account.id; }

/** Makes the section work. */
export function prepareAccounts() {
  search.addEventListener('input', showAccounts);
  onSubmit(form, add);
}

async function load(after) {
  listing += 1;
  const own = listing;
  const query = new URLSearchParams({ prefix: search.value.trim(), after, limit: pageCount });
  const page = await ask('GET', `/v1/admin/accounts?${query}`);
  if (own !== listing) return;
  if (after === '') list.replaceChildren();
  list.append(...page.accounts.map(card));
  if (list.children.length === 0) list.append(make('li', {}, 'No email begins so.'));
  more.hidden = !page.next;
  more.onclick = () => filling(list, problem, () => load(page.next));
}

function card(account) {
  const isOwn = account.id === ownID;
  const sessions = `${account.sessionCount} ${account.sessionCount === 1 ? 'session' : 'sessions'}`;
  const words = [
    account.isAdministrator ? 'administrator' : 'user', `made ${dateText(account.createdAt)}`, sessions,
    ...(isOwn ? ['your own account'] : []),
  ];
  const devices = make('ul', { class: 'cards', 'aria-label': `Devices of ${account.email}` });
  const shown = make('li', {}, make('h3', {}, account.email), make('p', { class: 'hint' }, words.join(', ')));
  shown.append(button('Devices', account, () => showDevices(account, devices)));
  if (!isOwn) {
    shown.append(
      button(account.isAdministrator ? 'Make an ordinary user' : 'Make an administrator', account, change),
      button('Remove', account, remove));
  }
  shown.append(devices);
  return shown;
}

function button(deed, account, action) {
  return named(makeButton(deed, () => telling(problem, () => action(account))), `${deed}: ${account.email}`);
}

async function showDevices(account, shown) {
  const path = `/v1/admin/accounts/${account.id}/devices`;
  const { devices } = await ask('GET', path);
  shown.replaceChildren(...devices.map((device) => {
    const name = `${device.name} of ${account.email}`;
    const push = named(makeButton('Push to it', () => {
      choose(name, { device: device.token });
      location.hash = '#send';
    }), `Push to ${name}`);
    return deviceCard(device, () => telling(problem, async () => {
      if (!await confirmed(`Remove ${name}? It gets nothing more until it logs in again.`, 'Remove')) return;
      await ask('DELETE', `${path}/${encodeURIComponent(device.token)}`);
      announce(`Removed ${name}.`);
      await showDevices(account, shown);
    }), push);
  }));
  announce(devices.length === 0 ? `${account.email} has no devices.` : '');
}

async function change(account) {
  const isAdministrator = !account.isAdministrator;
  await ask('PUT', `/v1/admin/accounts/${account.id}`, { json: { isAdministrator } });
  announce(`${account.email} is ${isAdministrator ? 'an administrator' : 'an ordinary user'} now.`);
  await showAccounts();
}

async function remove(account) {
  const question = `Remove the account ${account.email} with its devices and its inbox? This can’t be undone.`;
  if (!await confirmed(question, 'Remove')) return;
  await ask('DELETE', `/v1/admin/accounts/${account.id}`);
  announce(`Removed ${account.email}.`);
  await showAccounts();
}

async function add() {
  const { email, password } = form.elements;
  const account = await ask('POST', '/v1/admin/accounts', { json: { email: email.value, password: password.value } });
  form.reset();
  announce(`Added ${account.email}.`);
  search.value = '';
  await showAccounts();
}
