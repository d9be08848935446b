import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import { ById, Id, Instant, Person, UserId } from '../../shapes.ts'

/** A person on the caller's blacklist. Source: specification §3 "Blacklist entry" */
export const BlacklistEntry = Type.Object({ id: Id, user: Person, createTime: Instant })
export type BlacklistEntry = Static<typeof BlacklistEntry>

export const listBlacklist = {
  method: 'GET',
  path: '/app-user-blacklist/by-user/:userId',
  access: 'app',
  summary: "The caller's own blacklist, the latest first",
  errors: ['data_of_others'],
  outcome: outcomes.listBlacklist,
  params: Type.Object({ userId: UserId }),
  data: Type.Array(BlacklistEntry),
  missing: { userId: 'user_not_logged_in' },
} satisfies Endpoint

export const addToBlacklist = {
  method: 'POST',
  path: '/app-user-blacklist/add/:id',
  access: 'app',
  summary: 'Blacklists the user with this id',
  description: ['Repeating it answers the same entry.'],
  errors: ['blacklist_oneself', 'user_not_found'],
  outcome: outcomes.addToBlacklist,
  params: ById,
  data: BlacklistEntry,
} satisfies Endpoint

export const removeFromBlacklist = {
  method: 'DELETE',
  path: '/app-user-blacklist/delete/:id',
  access: 'app',
  summary: "Removes one entry, by the entry's id",
  errors: ['blacklist_not_found'],
  outcome: outcomes.removeFromBlacklist,
  params: ById,
  data: Type.Null(),
} satisfies Endpoint

export const clearBlacklist = {
  method: 'DELETE',
  path: '/app-user-blacklist/removeAll',
  access: 'app',
  summary: 'Removes all entries of the caller',
  outcome: outcomes.removeFromBlacklist,
  data: Type.Null(),
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about: 'The people whom the caller has blocked; both are hidden from each other.',
  fields: {
    'BlacklistEntry.id': 'The id of the entry in the blacklist.',
    'BlacklistEntry.user': 'The person who is blocked.',
    createTime: 'When the person was blocked.',
    'addToBlacklist.id': 'The user id of the person to block.',
    'removeFromBlacklist.id': 'The id of the entry in the blacklist.',
    'listBlacklist.userId': "The caller's user id.",
    BlacklistEntry: 'A person whom the caller has blocked.',
  },
}
