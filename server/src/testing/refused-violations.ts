/** SQL that copies the first row. */
const twice = (table: string) => `INSERT INTO ${table} SELECT * FROM ${table} LIMIT 1`
const set = (table: string, change: string) => `UPDATE ${table} SET ${change}`

/** 2^53 fen: one more than a JavaScript number holds exactly. */
const TOO_MANY_FEN = '9007199254740992'

/**
 * Keys and checks that no invariant repeats, because no query looks for their violation. Each comes with a violation
 * that it refuses. The SQL runs on the fixture world without triggers and foreign keys.
 */
export const REFUSED_VIOLATIONS: Record<string, string> = {
  // Enumerations
  staff_kind: set('staff', "kind = 'director'"),
  merchant_strings_low: set('merchant_strings', 'low_stock_metres = -0.1'),
  seats_state: set('seats', "state = 'WAITING'"),
  seats_attendance: set('seats', "attendance = 'asleep'"),
  lesson_ledger_kind: set('lesson_ledger', "kind = 'GIFT'"),
  adverts_place: set('adverts', "place = 'bottom'"),
  messages_category: set('messages', "category = ''"),
  messages_read_status: set('messages', 'read_status = 2'),
  messages_approve_status: set('messages', 'approve_status = 3, read_status = 1'),
  messages_asking_is_kept: set('messages', 'approve_status = 0, deleted_at = now()'),
  users_user_type: set('users', 'user_type = 3'),
  users_gender: set('users', 'gender = 2'),
  users_handedness: set('users', 'handedness = 2'),
  users_backhand: set('users', "backhand_style = 'none'"),
  like_records_type: set('like_records', "record_type = 'BALL'"),
  slot_claims_holder_kind: set('slot_claims', 'holder_kind = 5'),
  coach_venues_approve_status: set('coach_venues', 'approve_status = 3'),
  venues_approve_status: set('venues', 'approve_status = 3'),
  venues_taken_off: set('venues', 'taken_off_at = now(), approve_status = 1'),
  invitations_initiator_role: set('invitations', "initiator_role = 'friend'"),
  invitation_events_action: set('invitation_events', "action = 'dance'"),
  invitation_events_statuses: set('invitation_events', "to_status = 'GONE'"),
  class_objections_state: set('class_objections', "state = 'LOST', answered_by = 1, answered_at = now()"),
  class_objections_answered: set('class_objections', "state = 'UPHELD'"),
  class_objections_words: set('class_objections', "words = ''"),
  class_objections_once: `INSERT INTO class_objections (invitation_id, user_id, words, state)
    SELECT invitation_id, user_id, words, state FROM class_objections`,
  used_records_attendance: set('used_records', "attendance = 'leave'"),
  outbox_channel: set('outbox', "channel = 'pigeon'"),
  calendar_feeds_version: 'INSERT INTO calendar_feeds (user_id, version) SELECT id, 0 FROM users LIMIT 1',
  student_look_ups_kind: `INSERT INTO student_look_ups VALUES (1, 'guess', 1, now())`,

  // Amounts and bounds
  courses_price: set('courses', `price_per_session = ${TOO_MANY_FEN}`),
  invitations_price: set('invitations', `course_design_price = ${TOO_MANY_FEN}`),
  lesson_ledger_unit_price: set('lesson_ledger', `unit_price = ${TOO_MANY_FEN}`),
  contracts_unit_price: set('contracts', `unit_price = ${TOO_MANY_FEN}`),
  seats_held: set('seats', 'held_sessions = 1, contract_id = null'),
  seats_late_returned: set('seats', "late_cancelled_at = now(), late_returned_at = now() - interval '1 day'"),
  seats_changed: set('seats', "changed_at = now(), state = 'LEFT'"),
  used_records_sessions: set('used_records', 'used_sessions = 0'),
  lesson_ledger_seq: set('lesson_ledger', 'seq = 0, remaining_change = remaining_after, held_change = held_after'),
  lesson_ledger_invitation: set('lesson_ledger', 'round = null'),
  users_level: set('users', 'level = 3.3'),
  companies_free_cancel_hours: set('companies', 'free_cancel_hours = 337'),
  companies_forgiven: set('companies', 'forgiven_late_cancels = -1'),
  companies_opening: set('companies', 'first_start = last_start + 1'),
  common_courses_price: set('common_courses', `price_per_session = ${TOO_MANY_FEN}`),
  common_courses_duration: set('common_courses', 'session_duration = 0'),
  common_courses_max_participants: set('common_courses', 'max_participants = 0'),
  courses_duration: set('courses', 'session_duration = 0'),
  courses_max_participants: set('courses', 'max_participants = 0'),
  adverts_schedule: set('adverts', 'ends_at = begins_at'),
  courts_court_index: set('courts', 'court_index = -1'),
  files_folder: set('files', "relative_path = 'secret/' || id"),
  files_uploader: set('files', 'owner_id = null'),
  files_size: set('files', 'width = 0'),
  venues_court_count: set('venues', 'court_count = 0'),
  venues_free_ball_limit: set('venues', 'free_ball_limit = -1'),
  venues_opening: set('venues', 'last_start = 48'),
  usual_pins_weekday: set('usual_pins', 'weekday = 7'),
  usual_pins_span: set('usual_pins', 'end_time_slot = begin_time_slot'),
  contract_warnings_days: `INSERT INTO contract_warnings VALUES (1, '2026-05-15', 3)`,

  // The same person in two roles that need two people
  invitations_initiator: set('invitations', "initiator_role = 'player', initiator_id = coach_id"),
  student_relations_two_people: set('student_relations', 'player_id = coach_id'),

  // Keys
  credentials_username_unique: `INSERT INTO credentials SELECT 987654321, username, password_hash FROM credentials`,
  staff_username_unique: set('staff', "username = 'one for all'"),
  users_phone: set('users', "phone = '13800000000'"),
  users_open_id: set('users', "open_id = 'one for all'"),
  courts_code: set('courts', "court_code = 'A'"),
  courts_index: set('courts', 'court_index = 0'),
  lesson_ledger_balance: `ALTER TABLE lesson_ledger DROP CONSTRAINT lesson_ledger_pkey;
    INSERT INTO lesson_ledger (contract_id, seq, kind, remaining_change, held_change, remaining_after, held_after, reason, unit_price)
    SELECT contract_id, seq, kind, remaining_change, held_change, remaining_after, held_after, reason, unit_price
    FROM lesson_ledger WHERE kind = 'GRANT'`,
  invitation_events_pkey: twice('invitation_events'),
  coach_courses_coach_id_course_id_pk: twice('coach_courses'),
  company_members_company_id_user_id_pk: twice('company_members'),
  student_relations_coach_id_player_id_pk: twice('student_relations'),
  student_relations_id: set('student_relations', 'id = 1'),
  student_finds_pkey: twice('student_finds'),
  student_look_ups_pkey: `INSERT INTO student_look_ups VALUES (1, 'phone', 1, now()), (1, 'phone', 2, now())`,
  files_path: set('files', "relative_path = 'public/one.webp'"),
  contract_photos_once: `INSERT INTO contract_photos (user_id, company_id, contract_attachment, uploaded_by)
    SELECT user_id, company_id, contract_attachment, uploaded_by FROM contract_photos`,
  venues_once_waiting: set('venues', "approve_status = 0, created_by = 1, city = '上海', name = '新馆'"),
  coach_venues_id: set('coach_venues', 'id = 1'),
  coach_venues_coach_id_venue_id_pk: twice('coach_venues'),
  lock_yields_lock_id_half_hour_pk: `INSERT INTO lock_yields VALUES (1, 1, 1), (1, 1, 2)`,
  revisions_pkey: `INSERT INTO revisions (table_name, row_id, revision, changed_columns) VALUES ('users', 1, 1, '{nickname}'), ('users', 1, 1, '{phone}')`,
  retired_policies_pkey: `INSERT INTO retired_policies VALUES (1, '2026-05-01', 24, 1, 1), (1, '2026-05-01', 12, 1, 1)`,
  common_courses_name: `INSERT INTO common_courses (course_name, course_description, price_per_session, session_duration, max_participants)
    SELECT course_name, '', 0, 60, 1 FROM common_courses`,
  usual_pins_once: `INSERT INTO usual_pins (user_id, coach_id, stadium_id, course_design_id, court_id, weekday, begin_time_slot, end_time_slot)
    SELECT user_id, coach_id, stadium_id, course_design_id, court_id + 1, weekday, begin_time_slot, end_time_slot FROM usual_pins`,
  contract_warnings_pkey: `INSERT INTO contract_warnings VALUES (1, '2026-05-15', 14), (1, '2026-05-15', 14)`,
  refresh_tokens_pkey: `INSERT INTO refresh_tokens VALUES ('h', 1, now(), now()), ('h', 2, now(), now())`,
}
