#pragma once
// The calls that name objects by their paths stand behind this word ("unstable") since 2012; they are part of the
// library's ABI, and the only ones that go without cached properties and without prompts that have no end.
#define SECRET_API_SUBJECT_TO_CHANGE
#include <libsecret/secret.h>

/// Starts making a `SecretService` on `connection`, with an encrypted session to the service that owns the unique name
/// `owner`. It loads no properties, connects no signals and starts no service; every call it makes itself ends after
/// `timeout_ms`.
static inline void vault_secret_service_open(GDBusConnection *connection, const char *owner, int timeout_ms,
                                             GCancellable *cancellable, GAsyncReadyCallback done, void *context) {
  g_async_initable_new_async(SECRET_TYPE_SERVICE, G_PRIORITY_DEFAULT, cancellable, done, context,
                             "g-connection", connection, "g-name", owner,
                             "g-object-path", "/org/freedesktop/secrets",
                             "g-interface-name", "org.freedesktop.Secret.Service",
                             "g-flags", G_DBUS_PROXY_FLAGS_DO_NOT_LOAD_PROPERTIES |
                                            G_DBUS_PROXY_FLAGS_DO_NOT_CONNECT_SIGNALS |
                                            G_DBUS_PROXY_FLAGS_DO_NOT_AUTO_START,
                             "g-default-timeout", timeout_ms, "flags", SECRET_SERVICE_OPEN_SESSION, NULL);
}

/// The service whose making has ended, owned by the caller; or NULL with an error.
static inline SecretService *vault_secret_service_open_finish(GAsyncResult *result, GError **error) {
  GObject *source = g_async_result_get_source_object(result);
  GObject *service = g_async_initable_new_finish(G_ASYNC_INITABLE(source), result, error);
  g_object_unref(source);
  return (SecretService *)service;
}
