const set = (table: string, change: string) => `UPDATE ${table} SET ${change}`
const settings = (from: string, to: string) =>
  `INSERT INTO message_settings (user_id, quiet_from, quiet_to) SELECT min(id), ${from}, ${to} FROM users`
const reminder = (kind: string, hours: number) =>
  `INSERT INTO reminders (object_kind, object_id, user_id, hours_before, begins_at)
    SELECT '${kind}', 1, min(id), ${hours}, '2026-05-02' FROM users`
const SUBSCRIPTION = `INSERT INTO subscriptions (user_id, template, quota) SELECT min(id), 'class', 1 FROM users`

/** Keys and checks on outgoing messages, settings and reminders, each with the violation that it refuses. */
export const MESSAGE_REFUSED_VIOLATIONS: Record<string, string> = {
  outbox_ends_once: set('outbox', "sent_at = now(), given_up_at = now(), last_error = 'both'"),
  outbox_given_up: set('outbox', 'sent_at = null, given_up_at = now(), last_error = null'),
  message_settings_span: settings('44', 'null'),
  message_settings_half_hours: settings('20', '20'),
  subscriptions_pkey: `${SUBSCRIPTION}; ${SUBSCRIPTION}`,
  subscriptions_quota: SUBSCRIPTION.replace('1 FROM', '-1 FROM'),
  reminders_pkey: `${reminder('invitation', 24)}; ${reminder('invitation', 24)}`,
  reminders_object_kind: reminder('order', 24),
  reminders_hours: reminder('ball', 3),
}
