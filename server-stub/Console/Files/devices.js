// The user's devices.

import { ask } from './api.js';
import { announce, byID, confirmed, dateText, filling, make, makeButton, telling } from './dom.js';
import { offer } from './recipients.js';

const section = byID('devices');
const list = section.querySelector('ul');
const problem = section.querySelector('.problem');

/** Shows the devices as they are now. */
export const showDevices = () => filling(list, problem, async () => {
  const { devices } = await ask('GET', '/v1/devices');
  offer({ devices });
  list.replaceChildren(...devices.map((device) => deviceCard(device, () => telling(problem, () => remove(device)))));
  if (devices.length === 0) list.append(make('li', {}, 'No device yet. Log in with: vault login'));
});

/** One device, with a button that removes it and more. */
export function deviceCard(device, remove, ...more) {
  return make('li', {}, make('h3', {}, device.name), make('p', { class: 'hint' },
    `${device.platform}, registered ${dateText(device.registeredAt)}, last seen ${dateText(device.lastSeenAt)}`),
  ...more, named(makeButton('Remove', remove), `Remove ${device.name}`));
}

/** A button whose text alone would not say what it is about. */
export function named(button, name) {
  button.setAttribute('aria-label', name);
  return button;
}

async function remove(device) {
  if (!await confirmed(`Remove the device “${device.name}”? It gets nothing more until it logs in again.`, 'Remove')) return;
  await ask('DELETE', `/v1/devices/${encodeURIComponent(device.token)}`);
  announce(`Removed ${device.name}.`);
  await showDevices();
}
