import { addDays, DATE_WINDOW_DAYS, type Day, dayOf } from '@paidang/domain/kernel/day'
import type { Client } from 'pg'
import { sized } from './scale.ts'

/** The size of the measured database. */
export const SIZE = { venues: sized(200, 20), courtsPerVenue: 8, coaches: sized(200, 20), players: 2000, companies: 10 }

/** 300,000 claims: classes (court, coach and player for two half-hours each), and locks of coaches and courts. */
const CLAIMS = sized(300_000, 30_000)

/**
 * A second, empty quarter for the measurement of bookings. Each of its coaches has a separate court and student, so that
 * two bookings never conflict, and its many companies have two courses each. A student may have only a limited number of
 * open requests, which one run does not reach.
 */
export const STUDIO = { places: sized(1024, 32), courtsPerVenue: 8, companies: sized(64, 8) }
const STUDIO_COURSES = 2 * STUDIO.companies

/** The company and the course of a place of that quarter. */
export function studioOf(place: number): { company: number; course: number } {
  return {
    company: FIRST.studioCompany + (place % STUDIO.companies),
    course: FIRST.studioCourse + (place % STUDIO_COURSES),
  }
}

/**
 * The first id of each kind. They are far apart, so that an id reveals its kind, and every relation can be computed
 * from ids.
 */
export const FIRST = {
  player: 1_000_001,
  studioPlayer: 1_010_001,
  coach: 1_100_001,
  studioCoach: 1_110_001,
  company: 1_200_001,
  studioCompany: 1_210_001,
  course: 1_300_001,
  studioCourse: 1_310_001,
  venue: 2_000_001,
  studioVenue: 2_010_001,
  court: 2_100_001,
  studioCourt: 2_110_001,
  contract: 3_000_001,
  studioContract: 3_010_001,
  invitation: 4_000_001,
  coachLock: 5_000_001,
  venueLock: 6_000_001,
  message: 7_000_001,
} as const

/** Each coach teaches at their own venue and the next ones. This is the total. */
export const VENUES_PER_COACH = 3

/** The password of every account here, and its Argon2id hash with the product's parameters. */
export const PASSWORD = 'bench1234'
const PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$rosF3+2uDqDcfBJT28gU5A$cFMlnMcGSgpS+A3bTU8rQuYD57p7sMC2hjr73G/XPn8'

/** The user name of an account. It is the user's id. */
export function usernameOf(userId: number): string {
  return `bench-${userId}`
}

/** The filled database: its first day, and its number of claims. */
export type World = { today: Day; claims: number }

/** The days that can be booked. */
export const DAYS = DATE_WINDOW_DAYS

/** The day this many days after the first. */
export function dayAt({ today }: World, index: number): Day {
  return addDays(today, index)
}

/**
 * Fills the product's tables: 200 venues with 8 courts, 200 coaches with 8 classes a day, 2,000 players. There are
 * 300,000 claims on 14 days. The half-hours from 20:00 on stay free, for bookings during the grid reads.
 */
export async function fillWorld(db: Client): Promise<World> {
  const today = dayOf(new Date())
  await db.query('begin')
  const texts = [...peopleAndPlaces(), ...contracts(), ...classes(today), ...locks(today), ...sequences()]
  for (const text of texts) await db.query(text)
  await db.query('commit')
  await db.query('vacuum analyze')
  const { rows } = await db.query<{ count: string }>('select count(*) as count from slot_claims')
  const claims = Number(rows[0]?.count)
  if (claims !== CLAIMS) throw new Error(`${claims} claims instead of ${CLAIMS}`)
  return { today, claims }
}

function peopleAndPlaces(): string[] {
  const { venues, courtsPerVenue, coaches, players, companies } = SIZE
  const users = (first: number, count: number, type: number, name: string) =>
    `insert into users (id, user_type, nickname) select ${first} + g, ${type}, '${name}' || g from generate_series(0, ${count - 1}) g`
  const company = (first: number, count: number, firstAdmin: number) =>
    `insert into companies (id, company_name, admin_id) select ${first} + g, '俱乐部' || ${first} + g, ${firstAdmin} + g from generate_series(0, ${count - 1}) g`
  const course = (first: number, count: number, company: string) =>
    `insert into courses (id, company_id, course_name, price_per_session, session_duration, max_participants)
     select ${first} + g, ${company}, '网球私教' || g, 30000, 60, 4 from generate_series(0, ${count - 1}) g`
  const venue = (first: number, count: number, courts: number) =>
    `insert into venues (id, name, address, city, district, court_count, approve_status)
     select ${first} + g, '球馆' || g, '世纪大道 ' || g || ' 号', '上海', '浦东新区', ${courts}, 1 from generate_series(0, ${count - 1}) g`
  const court = (first: number, count: number, firstVenue: number, perVenue: number) =>
    `insert into courts (id, venue_id, court_index, court_code, name)
     select ${first} + g, ${firstVenue} + g / ${perVenue}, g % ${perVenue}, chr(65 + g % ${perVenue}), (1 + g % ${perVenue}) || '号场'
     from generate_series(0, ${count - 1}) g`
  const { places, courtsPerVenue: studioCourts, companies: studioCompanies } = STUDIO
  return [
    users(FIRST.player, players, 0, '球员'),
    users(FIRST.studioPlayer, places, 0, '学员'),
    users(FIRST.coach, coaches, 1, '教练'),
    users(FIRST.studioCoach, places, 1, '私教'),
    `insert into credentials (user_id, username, password_hash)
     select id, '${usernameOf(0).slice(0, -1)}' || id, '${PASSWORD_HASH}' from users`,
    company(FIRST.company, companies, FIRST.coach),
    company(FIRST.studioCompany, studioCompanies, FIRST.studioCoach),
    course(FIRST.course, companies, `${FIRST.company} + g`),
    course(FIRST.studioCourse, STUDIO_COURSES, `${FIRST.studioCompany} + g % ${studioCompanies}`),
    `insert into company_members (company_id, user_id)
     select ${FIRST.company} + g % ${companies}, ${FIRST.coach} + g from generate_series(0, ${coaches - 1}) g
     union all select ${FIRST.studioCompany} + g % ${studioCompanies}, ${FIRST.studioCoach} + g from generate_series(0, ${places - 1}) g`,
    `insert into coach_courses (coach_id, course_id)
     select ${FIRST.coach} + g, ${FIRST.course} + g % ${companies} from generate_series(0, ${coaches - 1}) g
     union all select ${FIRST.studioCoach} + g, ${FIRST.studioCourse} + g % ${STUDIO_COURSES} from generate_series(0, ${places - 1}) g`,
    venue(FIRST.venue, venues, courtsPerVenue),
    venue(FIRST.studioVenue, places / studioCourts, studioCourts),
    court(FIRST.court, venues * courtsPerVenue, FIRST.venue, courtsPerVenue),
    court(FIRST.studioCourt, places, FIRST.studioVenue, studioCourts),
    `insert into coach_venues (coach_id, venue_id, approve_status)
     select ${FIRST.coach} + g, ${FIRST.venue} + (g + n) % ${venues}, 1
     from generate_series(0, ${coaches - 1}) g, generate_series(0, ${VENUES_PER_COACH - 1}) n
     union all select ${FIRST.studioCoach} + g, ${FIRST.studioVenue} + g / ${studioCourts}, 1 from generate_series(0, ${places - 1}) g`,
  ]
}

/** One contract for every player, with more hours than any measurement uses, and the ledger row that grants them. */
function contracts(): string[] {
  const contract = (id: number, user: number, count: number, course: string, company: string) =>
    `insert into contracts (id, user_id, course_id, company_id, remaining_sessions, held_sessions, seq, unit_price, expiry_date)
     select ${id} + g, ${user} + g, ${course}, ${company}, 99999, 0, 1, 30000, current_date + 400 from generate_series(0, ${count - 1}) g`
  const { players, companies } = SIZE
  return [
    contract(
      FIRST.contract,
      FIRST.player,
      players,
      `${FIRST.course} + g % ${companies}`,
      `${FIRST.company} + g % ${companies}`,
    ),
    contract(
      FIRST.studioContract,
      FIRST.studioPlayer,
      STUDIO.places,
      `${FIRST.studioCourse} + g % ${STUDIO_COURSES}`,
      `${FIRST.studioCompany} + g % ${STUDIO.companies}`,
    ),
    `insert into lesson_ledger (contract_id, seq, kind, remaining_change, held_change, remaining_after, held_after, reason, unit_price)
     select id, 1, 'GRANT', 99999, 0, 99999, 0, '签约', 30000 from contracts`,
  ]
}

/**
 * Confirmed classes of one hour. Requests would count against their players' limit of open ones. Coach g teaches on day d in the hours s with (5g + 3d + s) mod 14 < 8. At each
 * (d, s) the coaches are at different venues and have different students, so no half-hour is claimed twice.
 */
function classes(today: Day): string[] {
  const { venues, courtsPerVenue, coaches, players, companies } = SIZE
  return [
    `insert into invitations (id, initiator_id, initiator_role, coach_id, company_id, course_design_id, course_design_name,
       course_design_price, session_duration, consumed_sessions, participants_count, max_participants, seats_taken,
       stadium_id, court_id, course_date, begin_time_slot, end_time_slot, use_unavailable, need_contract,
       invitation_status, expires_at, response_time)
     select ${FIRST.invitation} - 1 + row_number() over (order by d, s, g), ${FIRST.player} + (g * 10 + (s + d * 7) % 10) % ${players},
       'player', ${FIRST.coach} + g, ${FIRST.company} + g % ${companies}, ${FIRST.course} + g % ${companies}, '网球私教', 30000, 60, 1,
       1, 4, 1, ${FIRST.venue} + v, ${FIRST.court} + v * ${courtsPerVenue} + (s + d + v) % ${courtsPerVenue}, date '${today}' + d,
       12 + 2 * s, 14 + 2 * s, false, false, 'CONFIRMED', now() + interval '24 hours', now()
     from generate_series(0, ${coaches - 1}) g, generate_series(0, ${DAYS - 1}) d, generate_series(0, 13) s,
       lateral (select (g + (s + d) % ${VENUES_PER_COACH}) % ${venues} as v) place
     where (g * 5 + d * 3 + s) % 14 < 8`,
    `insert into seats (invitation_id, user_id, state, held_sessions)
     select id, initiator_id, 'JOINED', 0 from invitations`,
    `insert into invitation_events (invitation_id, seq, action, to_status, actor_id)
     select id, 1, 'create', 'PENDING', initiator_id from invitations`,
    `insert into slot_claims (kind, resource_id, day, half_hour, holder_kind, holder_id)
     select kind, resource_id, course_date, half_hour, 1, id
     from invitations, generate_series(begin_time_slot, end_time_slot - 1) half_hour,
       lateral (values (1, court_id), (2, coach_id), (3, initiator_id)) claim(kind, resource_id)`,
  ]
}

/** Every coach locks one hour a day. Every court is closed for three or four hours a day. */
function locks(today: Day): string[] {
  const { venues, courtsPerVenue, coaches } = SIZE
  return [
    `insert into coach_locks (id, coach_id, day, begin_time_slot, end_time_slot)
     select ${FIRST.coachLock} - 1 + row_number() over (), ${FIRST.coach} + g, date '${today}' + d, 12 + 2 * s, 14 + 2 * s
     from generate_series(0, ${coaches - 1}) g, generate_series(0, ${DAYS - 1}) d, generate_series(0, 13) s
     where (g * 5 + d * 3 + s) % 14 = 10`,
    // The classes of court c are in the hours s = (c - d - v) mod 8 and s + 8. The closed hours are outside them.
    `insert into venue_locks (id, venue_id, court_id, day, begin_time_slot, end_time_slot)
     select ${FIRST.venueLock} - 1 + row_number() over (), ${FIRST.venue} + v, ${FIRST.court} + v * ${courtsPerVenue} + c, date '${today}' + d,
       12 + 2 * (s + span.first), 12 + 2 * (s + span.after)
     from generate_series(0, ${venues - 1}) v, generate_series(0, ${courtsPerVenue - 1}) c, generate_series(0, ${DAYS - 1}) d,
       lateral (select (c - d - v) % 8 + case when (c - d - v) % 8 < 0 then 8 else 0 end as s) hour,
       (values (2, 5), (6, 7)) span(first, after)
     where span.first = 2 or (v * 112 + c * 14 + d) % 7 < 4`,
    `insert into slot_claims (kind, resource_id, day, half_hour, holder_kind, holder_id)
     select 2, coach_id, day, half_hour, 2, id from coach_locks, generate_series(begin_time_slot, end_time_slot - 1) half_hour
     union all
     select 1, court_id, day, half_hour, 3, id from venue_locks, generate_series(begin_time_slot, end_time_slot - 1) half_hour`,
  ]
}

/** Moves the product's id sequences past the ids used here. */
function sequences(): string[] {
  const from = (table: string, first: number) => `select setval('${table}_id_seq', ${first})`
  return [
    from('users', FIRST.studioCompany - 1),
    from('companies', FIRST.course - 1),
    from('courses', FIRST.venue - 1),
    from('venues', FIRST.court - 1),
    from('courts', FIRST.contract - 1),
    from('contracts', FIRST.invitation - 1),
    from('invitations', FIRST.coachLock - 1),
    from('coach_locks', FIRST.venueLock - 1),
    from('venue_locks', FIRST.message - 1),
    from('messages', FIRST.message),
  ]
}
