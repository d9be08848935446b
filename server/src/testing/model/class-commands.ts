import * as classActions from '@paidang/api/areas/activities/class-actions'
import * as pastClasses from '@paidang/api/areas/activities/past-classes'
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
  canRecord,
  checkClass,
  coachIdsOf,
  command,
  guests,
  guestsOf,
  inputOf,
  isHeldBy,
  isIn,
  isLate,
  isPastOpen,
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
  write,
} from './command-parts.ts'

const byItsCoach = (
  name: string,
  weight: number,
  endpoint: Endpoint,
  action: (d: Draft, id: string, actorId: string) => ModelClass,
  isPreferred?: Preference,
) =>
  onClass(
    name,
    weight,
    none,
    (_m, _r, c) => ({ rightful: [c.coachId], endpoint, action: (draft, actorId) => action(draft, c.id, actorId) }),
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
      action: (draft, actorId) => actions.cancelByPlayer(draft, c.id, actorId),
    }),
    isPreferred,
  )

const creating = [
  ...command('createByPlayer', 5, {
    args: fc.record({ actor, booking, lies: oneIn(30) }),
    isReady: canBook,
    run(m, r, { actor, booking, lies }) {
      const actorId = actorOf(r, actor, playerIdsOf(r))
      const input = inputOf(m, r, booking)
      const other = r.world.people.find(({ id }) => id !== actorId)?.id
      const body = { ...bodyOf(r, input), initiatorId: lies ? other : actorId }
      const request = { actorId, endpoint: classActions.createByPlayer, body, repeat: actor.repeat }
      const lie = () => {
        throw new Refused(403, 'data_of_others')
      }
      return write(
        m,
        r,
        'createByPlayer',
        request,
        lies ? lie : (d) => actions.createByPlayer(d, actorId, input),
        checkClass,
      )
    },
  }),
  ...command('createByCoach', 3, {
    args: fc.record({ actor, booking, guests }),
    isReady: canBook,
    run(m, r, { actor, booking, guests }) {
      const coachId = nth(coachIdsOf(r), booking.coach)
      const actorId = actorOf(r, actor, [coachId])
      const input = inputOf(m, r, booking, coachId)
      const studentIds = guestsOf(r, coachId, guests)
      const body = { ...bodyOf(r, input), studentIds }
      // The server refuses callers who are not coaches before it looks at their idempotency key.
      const isLetIn = coachIdsOf(r).includes(actorId)
      const request = {
        actorId,
        endpoint: classActions.createByCoach,
        body,
        repeat: isLetIn ? actor.repeat : ('no' as const),
      }
      return write(
        m,
        r,
        'createByCoach',
        request,
        (d) => actions.createByCoach(d, actorId, input, studentIds),
        checkClass,
      )
    },
  }),
  ...command('recordPast', 5, {
    args: fc.record({ actor, booking, guests }),
    isReady: canRecord,
    run(m, r, { actor, booking, guests }) {
      const coachId = nth(coachIdsOf(r), booking.coach)
      const actorId = actorOf(r, actor, [coachId])
      const input = { ...inputOf(m, r, booking, coachId), day: booking.day, coachId: actorId }
      const studentIds = guestsOf(r, coachId, guests)
      const { coachId: _, participantsCount, useUnavailable, ...body } = bodyOf(r, input)
      // The server refuses callers who are not coaches before it looks at their idempotency key.
      const repeat = coachIdsOf(r).includes(actorId) ? actor.repeat : ('no' as const)
      const request = {
        ...{ actorId, repeat, endpoint: pastClasses.recordPast },
        body: { ...body, studentIds, reason: '当天手机没电' },
      }
      const action = (d: Draft) => actions.recordPast(d, actorId, input, studentIds)
      return write(m, r, 'recordPast', request, action, checkClass)
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
      const input = {
        ...{ court, day, begin, count, conflict, end: Math.min(begin + length, 48) },
        coachId: to,
        courseId: course === undefined && fitting.includes(courseId) ? courseId : nth(others, course ?? 0),
      }
      const studentIds = guests ? guestsOf(r, c.coachId, guests) : undefined
      return {
        rightful: [c.maker === 'coach' ? c.coachId : c.initiatorId],
        endpoint: classActions.updateBySelf,
        body: { ...bodyOf(r, input), ...(studentIds && { studentIds }) },
        action: (draft, actorId) => actions.edit(draft, c.id, actorId, input, studentIds),
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
      action: (draft, actorId) => actions.changeCoach(draft, c.id, actorId, coachId),
    }
  }),
  ...onClass('join', 6, fc.record({ link: oneIn(3), forOther: oneIn(30) }), (_m, r, c, { link, forOther }) => {
    const bOf = (actorId: string) =>
      forOther ? (r.world.people.find(({ id }) => id !== actorId)?.id ?? actorId) : actorId
    const invited = Object.keys(c.seats).filter((id) => c.seats[id]?.state === 'INVITED')
    return {
      rightful: [...invited, ...invited, ...playerIdsOf(r)],
      endpoint: classActions.joinInvitation,
      params: (actorId) => ({ a: c.id, b: bOf(actorId) }),
      body: link ? { share: r.shareTokenOf(c.id) } : {},
      action: (draft, actorId) => {
        if (forOther) throw new Refused(403, 'join_for_others')
        return actions.join(draft, c.id, actorId, link)
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
      action: (draft, actorId) => actions.decline(draft, c.id, actorId),
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
        body: { ...terms, expiryDate: expiry, isPhoneChecked: true, ...(contractId && { contractId }) },
        action: (draft, actorId) =>
          actions.contract(draft, c.id, actorId, {
            ...terms,
            expiry,
            ...(index !== undefined && { top: index }),
          }),
      }
    },
    (draft, c) => isIn('PENDING')(draft, c) && (c.needContract || c.maker === 'coach'),
  ),
  ...onClass(
    'offer',
    4,
    fc.record({ court: place.court, day: place.day, begin: place.begin }),
    (_m, r, c, { court, day, begin }) => ({
      rightful: [c.coachId],
      endpoint: classActions.offerTime,
      body: {
        ...{ stadiumId: r.world.stadiumId, selectedCourt: court },
        ...{ courseDate: r.world.days[day]?.date, beginTimeSlot: begin },
      },
      action: (draft, actorId) => actions.offer(draft, c.id, actorId, { court, day, begin }),
    }),
    (draft, c) => isIn('PENDING')(draft, c) && c.maker === 'player',
  ),
  ...onClass(
    'accept',
    4,
    none,
    (_m, _r, c) => ({
      rightful: [c.initiatorId],
      endpoint: classActions.acceptOffer,
      action: (draft, actorId) => actions.accept(draft, c.id, actorId),
    }),
    (draft, c) => isIn('PENDING')(draft, c) && c.offered !== null,
  ),
  ...onClass(
    'answerPast',
    4,
    fc.record({ objects: oneIn(4) }),
    (_m, _r, c, { objects }) => ({
      rightful: joinedOf(c),
      endpoint: pastClasses.answerPast,
      body: { agree: !objects, words: '那天没有上课' },
      action: (draft, actorId) => actions.answerPast(draft, c.id, actorId, !objects),
    }),
    isPastOpen,
  ),
  ...byItsCoach('cancelByCoach', 1, classActions.cancelByCoach, actions.cancelByCoach, isPastOpen),
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
        action: (draft, actorId) => actions.sign(draft, c.id, actorId, attendances),
      }
    },
    isHeldBy,
  ),
]

/** All commands, with their weights. */
export const classCommands: fc.Arbitrary<fc.AsyncCommand<Model, Real>>[] = [
  ...creating,
  ...changing,
  ...liking,
  ...time,
  ...looking,
]
