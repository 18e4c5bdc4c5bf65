// The console: who is logged in, and which section is shown.

import { isLoggedIn, logIn, logOut, sessionEnd } from './api.js';
import { prepareAccounts, prepareAccountsFor, showAccounts } from './accounts.js';
import { prepareChannels, prepareChannelsFor, showChannels } from './channels.js';
import { clearCompose, prepareCompose } from './compose.js';
import { clearConversations, prepareConversations, showConversations } from './conversations.js';
import { showDevices } from './devices.js';
import { announce, byID, onSubmit, prepareConfirmation, whileBusy } from './dom.js';
import { clearPeople } from './people.js';
import { clearProposals, prepareProposals, showProposals } from './proposals.js';
import { offer } from './recipients.js';
import { clearSent, lookAgain, prepareSent } from './sent.js';

const title = document.title;
const form = byID('log-in-form');
const sections = {
  send: null, messages: showConversations, proposals: showProposals, devices: showDevices, channels: showChannels, accounts: showAccounts,
};

/** Whose page it is. */
let account = null;

/** Shows the section that the address names. */
function route() {
  if (!isLoggedIn()) return;
  const named = location.hash.slice(1);
  const isKnown = Object.hasOwn(sections, named) && (named !== 'accounts' || account.isAdministrator);
  const name = isKnown ? named : 'send';
  for (const other of Object.keys(sections)) byID(other).hidden = other !== name;
  for (const link of byID('navigation').querySelectorAll('a')) {
    if (link.hash === `#${name}`) link.setAttribute('aria-current', 'page'); else link.removeAttribute('aria-current');
  }
  const heading = byID(`${name}-title`);
  document.title = `${heading.textContent} · ${title}`;
  announce('');
  heading.focus();
  sections[name]?.();
}

/** Shows the form to log in, and why. */
function showLogIn(reason = '') {
  for (const id of ['account', 'navigation', ...Object.keys(sections)]) byID(id).hidden = true;
  if (byID('confirm').open) byID('confirm').close();
  byID('log-in').hidden = false;
  document.title = `Log in · ${title}`;
  form.reset();
  form.querySelector('.problem').textContent = reason;
  form.elements.email.focus();
}

async function enter() {
  const { email, password } = form.elements;
  let entered;
  try { entered = await logIn(email.value, password.value); } catch (error) {
    password.value = '';
    password.focus();
    throw error;
  }
  form.reset();
  for (const problem of document.querySelectorAll('main .problem')) problem.textContent = '';
  // A page that somebody else had before shows nothing of theirs.
  if (account && account.id !== entered.id) forget();
  account = entered;
  byID('account-email').textContent = account.email;
  byID('to-accounts').hidden = !account.isAdministrator;
  prepareAccountsFor(account);
  prepareChannelsFor(account);
  offer({ isAdministrator: account.isAdministrator, devices: [], channels: [], others: [] });
  byID('log-in').hidden = true;
  byID('account').hidden = false;
  byID('navigation').hidden = false;
  route();
  lookAgain();
  // The recipients of the form are the same lists.
  await Promise.all([showDevices(), showChannels()]);
}

async function leave() {
  try { await logOut(); } catch (error) {
    forget();
    showLogIn(`You are logged out here, but the server was not told, and keeps the session until it expires. ${error.message}`);
    return;
  }
  location.reload();
}

/** Drops what somebody wrote and sent. */
function forget() {
  clearCompose();
  clearSent();
  clearConversations();
  clearProposals();
  clearPeople();
}

prepareConfirmation();
prepareCompose();
prepareSent();
prepareConversations();
prepareProposals();
prepareChannels();
prepareAccounts();
onSubmit(form, enter);
byID('log-out').addEventListener('click', () => whileBusy(byID('log-out'), leave));
sessionEnd.addEventListener('end', () => showLogIn('Your session has ended. Log in again.'));
addEventListener('hashchange', route);
// Nobody could use the session of a page that is gone; the server need not keep it.
addEventListener('pagehide', () => { logOut().catch(() => {}); });
addEventListener('pageshow', (event) => { if (event.persisted) location.reload(); });
showLogIn();
