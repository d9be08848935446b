const set = (table: string, change: string) => `UPDATE ${table} SET ${change}`
const state = (number: string) =>
  `INSERT INTO job_states (name, id, done_at) SELECT 'job ' || n, ${number}, null FROM generate_series(1, 2) n`
const failure = (times: string) =>
  `INSERT INTO job_failures (name, error, times, first_at, last_at) VALUES ('a job', 'an error', ${times}, now(), now())`
const clientError = (times: string) =>
  `INSERT INTO client_errors (day, fingerprint, app, kind, message, stack, page, version, client, times, last_at) VALUES ('2026-05-01', 'a', 'h5', 'script', 'm', '', '', '', '', ${times}, now())`
const RUN = 'INSERT INTO invariant_runs (seen_at, total) VALUES (now(), 1)'

/** Keys and checks on jobs, checks and outgoing messages, each with the violation that it refuses. */
export const OPERATION_REFUSED_VIOLATIONS: Record<string, string> = {
  job_states_id: state('7'),
  job_states_done: `${state('1000 + n')}; ${set('job_states', 'done_at = now(), done_ms = null')}`,
  job_failures_open: `${failure('1')}; ${failure('1')}`,
  job_failures_times: failure('0'),
  client_errors_one_a_day: `${clientError('1')}; ${clientError('1')}`,
  client_errors_times: clientError('0'),
  invariant_runs_one: `${RUN}; ${RUN}`,
  invariant_runs_checked: set('invariant_runs', 'checked = total + 1'),
  invariant_runs_found: set('invariant_runs', 'broken = checked + 1'),
  invariant_runs_whole: set('invariant_runs', 'checked = 0, broken = 0, error = null'),
  outbox_dismissed: set('outbox', 'given_up_at = null, may_be_sent = false, dismissed_at = now()'),
  outbox_may_be_sent: set('outbox', 'given_up_at = null, may_be_sent = true'),
}
