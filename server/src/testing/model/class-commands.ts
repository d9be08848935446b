import * as classActions from '@paidang/api/areas/class-actions'
import type { Endpoint } from '@paidang/api/endpoint'
import fc from 'fast-check'
import * as actions from './class-actions.ts'
import { type Attendance, type Draft, joinedOf, type ModelClass, Refused } from './class-model.ts'
import { liking, looking, time } from './class-watching.ts'
import {
  actor,
  actorOf,
  asksItsCoach,
  bodyOf,
  booking,
  canBook,
  checkClass,
  coachIdsOf,
  command,
  guests,
  guestsOf,
  isHeldBy,
  isIn,
  isLate,
  type Model,
  none,
  nth,
  onClass,
  oneIn,
  type Preference,
  pick,
  place,
  playerIdsOf,
  type Real,
  wantedBy,
  write,
} from './command-parts.ts'

const byItsCoach = (
  name: string,
  weight: number,
  endpoint: Endpoint,
  action: (d: Draft, id: string, by: string) => ModelClass,
  isPreferred?: Preference,
) =>
  onClass(
    name,
    weight,
    none,
    (_m, _r, c) => ({ rightful: [c.coachId], endpoint, action: (draft, by) => action(draft, c.id, by) }),
    isPreferred,
  )

const cancellingByPlayer = (weight: number, isPreferred?: Preference) =>
  onClass(
    'cancelByPlayer',
    weight,
    none,
    (_m, _r, c) => ({
      rightful: [...(c.maker === 'player' ? [c.initiatorId] : []), ...joinedOf(c)],
      endpoint: classActions.cancelByPlayer,
      action: (draft, by) => actions.cancelByPlayer(draft, c.id, by),
    }),
    isPreferred,
  )

const creating = [
  ...command('createByPlayer', 5, {
    args: fc.record({ actor, booking, lies: oneIn(30) }),
    isReady: canBook,
    run(m, r, { actor, booking, lies }) {
      const by = actorOf(r, actor, playerIdsOf(r))
      const wanted = wantedBy(m, r, booking)
      const other = r.world.people.find(({ id }) => id !== by)?.id
      const body = { ...bodyOf(r, wanted), initiatorId: lies ? other : by }
      const request = { by, endpoint: classActions.createByPlayer, body, repeat: actor.repeat }
      const lie = () => {
        throw new Refused(403, 'data_of_others')
      }
      return write(
        m,
        r,
        'createByPlayer',
        request,
        lies ? lie : (d) => actions.createByPlayer(d, by, wanted),
        checkClass,
      )
    },
  }),
  ...command('createByCoach', 3, {
    args: fc.record({ actor, booking, guests }),
    isReady: canBook,
    run(m, r, { actor, booking, guests }) {
      const coachId = nth(coachIdsOf(r), booking.coach)
      const by = actorOf(r, actor, [coachId])
      const wanted = wantedBy(m, r, booking, coachId)
      const studentIds = guestsOf(r, coachId, guests)
      const body = { ...bodyOf(r, wanted), studentIds }
      // Who is no coach is turned away at the door, before his key is looked at.
      const isLetIn = coachIdsOf(r).includes(by)
      const request = {
        by,
        endpoint: classActions.createByCoach,
        body,
        repeat: isLetIn ? actor.repeat : ('no' as const),
      }
      return write(m, r, 'createByCoach', request, (d) => actions.createByCoach(d, by, wanted, studentIds), checkClass)
    },
  }),
]

const changing = [
  ...onClass(
    'edit',
    3,
    fc.record({
      changes: fc.record({ ...place, coach: pick, course: pick }, { requiredKeys: [] }),
      guests: fc.option(guests),
    }),
    (_m, r, c, { changes: { coach, course, length = c.end - c.begin, ...changes }, guests }) => {
      const { coachId, courseId, court, day, begin, count, conflict } = { ...c, ...changes }
      const to = coach === undefined || (c.maker === 'coach' && coach % 8 > 0) ? coachId : nth(coachIdsOf(r), coach)
      const fitting = r.world.courses.filter(({ coachIds }) => coachIds.includes(to)).map(({ id }) => id)
      const others = course === undefined || course % 8 > 0 ? fitting : r.world.courses.map(({ id }) => id)
      const wanted = {
        ...{ court, day, begin, count, conflict, end: Math.min(begin + length, 48) },
        coachId: to,
        courseId: course === undefined && fitting.includes(courseId) ? courseId : nth(others, course ?? 0),
      }
      const studentIds = guests ? guestsOf(r, c.coachId, guests) : undefined
      return {
        rightful: [c.maker === 'coach' ? c.coachId : c.initiatorId],
        endpoint: classActions.updateBySelf,
        body: { ...bodyOf(r, wanted), ...(studentIds && { studentIds }) },
        action: (draft, by) => actions.edit(draft, c.id, by, wanted, studentIds),
      }
    },
  ),
  ...onClass('changeCoach', 1, fc.record({ to: pick, odd: oneIn(10) }), (_m, r, c, { to, odd }) => {
    const company = r.world.companies.find(({ memberIds }) => memberIds.includes(c.coachId))
    const coachId = nth(odd || !company ? r.world.people.map(({ id }) => id) : company.memberIds, to)
    return {
      rightful: [c.initiatorId, c.coachId, company?.adminId ?? c.coachId],
      endpoint: classActions.changeCoach,
      params: () => ({ a: c.id, b: coachId }),
      action: (draft, by) => actions.changeCoach(draft, c.id, by, coachId),
    }
  }),
  ...onClass('join', 6, fc.record({ link: oneIn(3), forOther: oneIn(30) }), (_m, r, c, { link, forOther }) => {
    const bOf = (by: string) => (forOther ? (r.world.people.find(({ id }) => id !== by)?.id ?? by) : by)
    const invited = Object.keys(c.seats).filter((id) => c.seats[id]?.state === 'INVITED')
    return {
      rightful: [...invited, ...invited, ...playerIdsOf(r)],
      endpoint: classActions.joinInvitation,
      params: (by) => ({ a: c.id, b: bOf(by) }),
      body: link ? { share: r.shareTokenOf(c.id) } : {},
      action: (draft, by) => {
        if (forOther) throw new Refused(403, 'join_for_others')
        return actions.join(draft, c.id, by, link)
      },
    }
  }),
  ...onClass(
    'decline',
    2,
    none,
    (_m, r, c) => ({
      rightful: [...Object.keys(c.seats), ...playerIdsOf(r)],
      endpoint: classActions.declineInvitation,
      action: (draft, by) => actions.decline(draft, c.id, by),
    }),
    (_draft, c) => Object.values(c.seats).some(({ state, changed }) => state === 'INVITED' || changed),
  ),
  ...onClass(
    'contract',
    3,
    fc.record({
      named: fc.boolean(),
      who: pick,
      top: fc.option(pick),
      sessions: fc.constantFrom(0.5, 1, 2),
      expiry: pick,
    }),
    (_m, r, c, { named, who, top, sessions, expiry: drawn }) => {
      const mayBe = c.maker === 'player' ? [c.initiatorId] : Object.keys(c.seats)
      const userId =
        named || c.maker === 'coach' ? nth([...mayBe, ...mayBe, ...mayBe, nth(r.world.people, who).id], who) : undefined
      const student = userId ?? c.initiatorId
      const mine = r.contracts.flatMap((k, at) => (k.userId === student && k.courseId === c.courseId ? [at] : []))
      const index =
        top === null || (mine.length === 0 && top % 8 > 0)
          ? undefined
          : nth(top % 8 > 0 ? mine : [top % r.contracts.length], top)
      const expiry = nth([...r.world.days.map(({ date }) => date), '2026-12-31', '2026-05-01'], drawn)
      const contractId = index === undefined ? undefined : nth(r.contractIds, index)
      const terms = { sessions, ...(userId && { userId }) }
      return {
        rightful: [c.coachId],
        endpoint: classActions.contractInvitation,
        body: { ...terms, expiryDate: expiry, ...(contractId && { contractId }) },
        action: (draft, by) =>
          actions.contract(draft, c.id, by, {
            ...terms,
            expiry,
            ...(index !== undefined && { top: index }),
          }),
      }
    },
    (draft, c) => isIn('PENDING')(draft, c) && (c.needContract || c.maker === 'coach'),
  ),
  ...byItsCoach('confirm', 6, classActions.confirmInvitation, actions.confirm, asksItsCoach),
  ...byItsCoach('finish', 6, classActions.finishInvitation, actions.finish, isHeldBy),
  ...byItsCoach('complete', 2, classActions.completeInvitation, actions.finish, isHeldBy),
  ...byItsCoach('cancelByCoach', 1, classActions.cancelByCoach, actions.cancelByCoach),
  ...cancellingByPlayer(1),
  ...cancellingByPlayer(2, isLate),
  ...onClass(
    'sign',
    6,
    fc.record({
      found: fc.array(fc.constantFrom<Attendance>('present', 'late', 'absent', 'leave', 'leave'), {
        minLength: 1,
        maxLength: 2,
      }),
      stranger: oneIn(10),
    }),
    (_m, r, c, { found, stranger }) => {
      const of = stranger ? playerIdsOf(r) : joinedOf(c)
      const attendances = of.slice(0, found.length).map((userId, n) => ({ userId, attendance: nth(found, n) }))
      return {
        rightful: [c.coachId],
        endpoint: classActions.signInvitation,
        body: { attendances },
        action: (draft, by) => actions.sign(draft, c.id, by, attendances),
      }
    },
    isHeldBy,
  ),
]

/** All commands, each as often as it shall come up. */
export const classCommands: fc.Arbitrary<fc.AsyncCommand<Model, Real>>[] = [
  ...creating,
  ...changing,
  ...liking,
  ...time,
  ...looking,
]
