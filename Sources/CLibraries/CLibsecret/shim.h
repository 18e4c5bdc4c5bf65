#pragma once
// The calls that name objects by their paths stand behind this word ("unstable") since 2012; they are part of the
// library's ABI, and the only ones that go without cached properties and without prompts that have no end.
#define SECRET_API_SUBJECT_TO_CHANGE
#include <libsecret/secret.h>

/// A service object on `connection` instead of the process-wide session bus, which libsecret's own constructors insist
/// on. It is never initialised as a proxy, so it loads no properties and connects no signals, and serves to open a session
/// and to encode and decode secrets. Every call it makes itself ends after `timeout_ms`. Owned by the caller.
static inline SecretService *vault_secret_service_new(GDBusConnection *connection, int timeout_ms) {
  SecretService *service = (SecretService *)g_object_new(SECRET_TYPE_SERVICE, "g-connection", connection, NULL);
  g_dbus_proxy_set_default_timeout((GDBusProxy *)service, timeout_ms);
  return service;
}
