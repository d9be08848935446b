import type { Client } from 'pg'
import { placesOf } from './booking-script.ts'
import type { Script } from './pgbench.ts'
import { FIRST, type World } from './world.ts'

/**
 * The least that keeps the promise of a booking, written by hand: a half-hour is claimed once, hours are held on a contract
 * and move through a ledger, and the invitation stands. There are no people, messages, lists, keys or trails.
 */
const TABLES = `
  create schema spike;
  create table spike.contracts (id bigint primary key, player bigint not null, course bigint not null, remaining int not null,
    held int not null, seq int not null, check (0 <= held and held <= remaining));
  create index on spike.contracts (player, course);
  create table spike.invitations (id bigserial primary key, player bigint not null, coach bigint not null, court bigint not null,
    course bigint not null, day date not null, begin_slot smallint not null, end_slot smallint not null,
    status text not null, made_at timestamptz not null default now());
  create index on spike.invitations (player, made_at);
  create table spike.ledger (contract bigint not null references spike.contracts, seq int not null, kind text not null,
    held_change int not null, held_after int not null, invitation bigint not null references spike.invitations,
    primary key (contract, seq));
  create table spike.claims (kind smallint, resource bigint, day date, half_hour smallint, invitation bigint not null,
    primary key (kind, resource, day, half_hour));
  insert into spike.contracts select id, user_id, course_id, 99999, 0, 1 from contracts where id >= ${FIRST.studioContract}`

const BOOKING = `with held as (
    update spike.contracts set held = held + 1, seq = seq + 1
    where player = :player and course = :course and remaining - held >= 1 returning id, seq, held
  ), made as (
    insert into spike.invitations (player, coach, court, course, day, begin_slot, end_slot, status)
    select :player, :coach, :court, :course, :day::date + :d::int, :begin, :begin + 2, 'PENDING' from held returning id, day
  ), moved as (
    insert into spike.ledger select held.id, held.seq, 'HOLD', 1, held.held, made.id from held, made
  )
  insert into spike.claims select kind, resource, made.day, half_hour, made.id
  from made, (values (1, :court::bigint), (2, :coach::bigint), (3, :player::bigint)) taken(kind, resource),
    generate_series(:begin::int, :begin::int + 1) half_hour order by 1, 2, 4;`

/** Makes its tables, and the pgbench script of a booking in them, with the places and times of the product's bookings. */
export async function scriptOfSpike(db: Client, { today }: World, clients: number): Promise<Script> {
  await db.query(TABLES)
  return {
    text: [...placesOf(clients), BOOKING.replace(/\s+/g, ' '), ''].join('\n'),
    constants: { n: '-1', day: today },
  }
}

/** Frees every half-hour of it. */
export async function freeSpike(db: Client): Promise<void> {
  await db.query('truncate spike.claims')
  await db.query('vacuum analyze spike.contracts, spike.invitations, spike.ledger')
}
