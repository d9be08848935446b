import type { Database } from '../db/database.ts'
import type { Query } from '../invariants/check-all.ts'
import { LAST_CLASSES, TOGETHER } from '../invariants/people-invariants.ts'
import { givenContract, givenLike, givenPlayer, givenRelation, only } from './builders.ts'
import { copiedId, createCopier } from './copies.ts'
import { givenBall } from './given-ball.ts'
import { givenInvitation } from './given-invitation.ts'
import { givenProduct, givenShopOrder } from './given-shop.ts'
import { givenStringingOrder } from './given-stringing-order.ts'
import type { World } from './given-world.ts'

/** How much there is besides the fixture world. */
export type Size = {
  players: number
  coaches: number
  /** Days of ten classes of other coaches, counted together. */
  elsewhere: number
  /** Students of the world's coach. */
  students: number
  /** Days of ten classes of that coach. The owner was there on every second one, and did each other thing as often. */
  history: number
}

/** Messages and log entries of one day. */
const A_DAY = 10
/** The families of copies. */
const [PLAYER, STUDENT, COACH, HERE, ELSEWHERE, OTHERS] = [1, 2, 3, 4, 5, 6]

/** Lets history grow on the fixture world, by copies of what the builders made. All invariants hold afterwards. */
export async function createHistory(db: Database, query: Query, world: World) {
  const { owner, coach, admin, companyId, courseId, venueId, courtIds } = world
  const copy = await createCopier(query)
  const day = await givenDay(db, world)
  const dayOfClasses = {
    rows: {
      contracts: `user_id in (${day.initiator}, ${day.other})`,
      invitations: `id in (${day.classIds})`,
      seats: `invitation_id in (${day.classIds})`,
      invitation_events: `invitation_id in (${day.classIds})`,
      lesson_ledger: `contract_id in (select id from contracts where user_id in (${day.initiator}, ${day.other}))`,
      used_records: `invitation_id in (${day.classIds})`,
      like_records: `related_id in (${day.classIds}) and source_user_id = ${day.initiator}`,
      slot_claims: `holder_kind = 1 and holder_id in (${day.classIds})`,
    },
    names: {
      'lesson_ledger.invitation_id': 'invitations',
      'used_records.invitation_id': 'invitations',
      'seats.coach_id': 'users',
      'seats.company_id': 'companies',
      'like_records.related_id': 'invitations',
      'slot_claims.holder_id': 'invitations',
    },
  }
  const claimant = (standIns: { users: Record<string, string>; courts?: Record<string, string> }) => {
    const cases = (kind: number, others: Record<string, string>) =>
      Object.entries(others).map(([id, other]) => `when b.kind = ${kind} and b.resource_id = ${id} then ${other}`)
    const all = [...cases(1, standIns.courts ?? {}), ...cases(2, standIns.users), ...cases(3, standIns.users)]
    return { slot_claims: { resource_id: `case ${all.join(' ')} else b.resource_id end` } }
  }
  const ordered = (kind: string, objectId: string) => {
    const own = `select id from orders where kind in (${kind}) and object_id = ${objectId}`
    return { orders: `id in (${own})`, order_lines: `order_id in (${own})` }
  }
  const paid = (kind: string, objectId: string) => {
    const { orders, order_lines } = ordered(kind, objectId)
    return { orders, order_lines, payments: order_lines }
  }

  /** What ended, once or ten times a day. */
  async function copyOthers(
    past: { from: number; to: number },
    small: { from: number; to: number; daysBefore: string },
    player: (n: string) => string,
  ) {
    // Every second one is another's, so that no statistics say that all is one person's.
    const half = (own: string | number) => `case when n % 2 = 0 then ${own} else ${player('n')} end`
    const { ballId, productId, shopOrder, stringingOrder } = day
    let family = OTHERS
    const next = () => family++
    await copy({
      ...past,
      family: next(),
      rows: {
        ball_games: `id = ${ballId}`,
        ball_participants: `ball_id = ${ballId}`,
        ...paid(`'BALL_PUBLISH', 'BALL_SEAT'`, ballId),
        slot_claims: `holder_kind = 4 and holder_id = ${ballId}`,
      },
      names: { 'orders.object_id': 'ball_games', 'slot_claims.holder_id': 'ball_games' },
    })
    const sold = next()
    const saleReference = `case b.kind when 'SALE' then 'order:' || ${copiedId(sold, 'n')} else b.reference end`
    await copy({
      ...past,
      family: sold,
      rows: {
        products: `id = ${productId}`,
        stock_ledger: `product_id = ${productId}`,
        shop_orders: `id = ${shopOrder.id}`,
        shop_order_items: `order_id = ${shopOrder.id}`,
        ...paid(`'SHOP'`, shopOrder.id),
      },
      names: { 'orders.object_id': 'shop_orders' },
      standIns: { users: { [owner]: half(owner) } },
      set: { products: { deleted_at: 'b.created_at' }, stock_ledger: { reference: saleReference } },
    })
    await copy({
      ...past,
      family: next(),
      rows: {
        stringing_orders: `id = ${stringingOrder.id}`,
        stringing_parts: `order_id = ${stringingOrder.id}`,
        stringing_steps: `order_id = ${stringingOrder.id}`,
        stringing_reviews: `order_id = ${stringingOrder.id}`,
        ...paid(`'STRINGING'`, stringingOrder.id),
      },
      names: { 'orders.object_id': 'stringing_orders' },
    })
    const ended = { ended_at: 'b.created_at' }
    const log = (table: string, condition: string, set: Record<string, string> = {}) =>
      copy({ ...small, family: next(), rows: { [table]: condition }, set: { [table]: set } })
    const once = (table: string, condition: string, set: Record<string, string> = {}) =>
      copy({ ...past, family: next(), rows: { [table]: condition }, set: { [table]: set } })
    await log('messages', `receiver_id = ${owner} and approve_status = 1`)
    await log('messages', `receiver_id = ${owner} and category = 'invitation'`, { receiver_id: coach })
    await log('staff_audit_events', 'true')
    await log('login_sessions', `user_id = ${admin}`, {
      user_id: owner,
      revoked_at: 'b.created_at',
      revoked_because: `'logged out'`,
    })
    await once('job_failures', 'true', { retried_at: 'b.last_at' })
    await once('reports', `state = 'WAITING'`, { state: `'KEPT'`, decided_at: 'b.created_at' })
    await once('content_submissions', `state = 'WAITING'`, { state: `'APPROVED'`, decided_at: 'b.created_at' })
    await once('coach_applications', 'approve_status = 0', {
      ...{ approve_status: '2', reason: `'照片不清楚'`, decided_at: 'b.created_at', user_id: half('b.user_id') },
    })
    await once('password_requests', `state = 'WAITING'`, { state: `'GIVEN'`, ...ended })
    await once('student_requests', `state = 'PENDING'`, {
      ...{ state: `'WITHDRAWN'`, player_id: half('b.player_id'), ...ended },
    })
    await once('questions', `id = ${world.questionId}`, { state: `'CLOSED'`, ...ended })
    await once('company_invitations', `id = ${world.companyInvitationId}`, { state: `'REFUSED'`, ...ended })
    await once('vacancy_alerts', `id = ${world.vacancyAlertId}`, { state: `'ENDED'`, ...ended })
    await once('coach_leaves', `id = ${world.awayId}`, ended)
    await once('closures', `id = ${world.closureId}`)
    await once('roster_imports', `id = ${world.importId}`, {
      ...{ number: 'n + 100', state: `'UNDONE'`, confirmed_by: 'b.uploaded_by' },
      ...{ confirmed_at: 'b.created_at', undone_at: 'b.created_at' },
    })
    await once('level_changes', `user_id = ${owner}`)
    for (const [table, id, kind, holder] of [
      ['coach_locks', world.coachLockId, 2, 2],
      ['venue_locks', world.venueLockId, 1, 3],
    ] as const)
      await copy({
        ...past,
        family: next(),
        rows: {
          [table]: `id = ${id}`,
          slot_claims: `kind = ${kind} and holder_kind = ${holder} and holder_id = ${id}`,
        },
        names: { 'slot_claims.holder_id': table },
      })
    await copy({
      ...past,
      family: next(),
      rows: { reconcile_runs: 'true', reconcile_findings: 'true' },
      set: {
        reconcile_runs: { state: `'DONE'`, ended_at: 'b.created_at' },
        reconcile_findings: { settled_at: 'b.created_at' },
      },
    })
    await copy({
      ...past,
      family: next(),
      rows: { trial_lessons: `id = ${world.trialId}`, ...ordered(`'TRIAL'`, world.trialId) },
      names: { 'orders.object_id': 'trial_lessons' },
      set: {
        trial_lessons: { state: `'CLOSED'`, expires_at: 'null', remind_at: 'null', ...ended },
        orders: { state: `'CLOSED'`, paid_at: 'null', method: 'null', closed_at: 'b.created_at' },
      },
    })
  }

  let size: Size = { players: 0, coaches: 0, elsewhere: 0, students: 0, history: 0 }

  /** Adds what is missing of a size. No part of it is less than before. */
  return async function growTo(next: Size): Promise<void> {
    const past = { from: size.history, to: next.history }
    const small = { from: size.history * A_DAY, to: next.history * A_DAY, daysBefore: `n / ${A_DAY} + 1` }
    const player = (n: string) => copiedId(PLAYER, `(${n}) % ${next.players}`)

    const named = (family: number, name: string) => ({
      ...{ nickname: `'${name}' || n`, phone: `(1600${family}000000 + n)::text`, open_id: `'${family}-' || n` },
      likes_count: '0',
    })

    await copy({
      family: PLAYER,
      rows: { users: `id = ${day.initiator}` },
      ...{ from: size.players, to: next.players, daysBefore: '0' },
      set: { users: named(PLAYER, '球员') },
    })
    await copy({
      family: STUDENT,
      rows: {
        users: `id = ${day.initiator}`,
        student_relations: `coach_id = ${coach} and player_id = ${day.initiator}`,
      },
      ...{ from: size.students, to: next.students },
      set: { users: named(STUDENT, '学员') },
    })
    await copy({
      family: COACH,
      rows: {
        companies: `id = ${companyId}`,
        courses: `id = ${courseId}`,
        users: `id = ${coach}`,
        company_members: `company_id = ${companyId} and user_id = ${coach}`,
        coach_courses: `coach_id = ${coach} and course_id = ${courseId}`,
        venues: `id = ${venueId}`,
        courts: `venue_id = ${venueId}`,
        coach_venues: `coach_id = ${coach} and venue_id = ${venueId}`,
      },
      ...{ from: size.coaches, to: next.coaches, daysBefore: '0' },
      standIns: { users: { [admin]: copiedId(COACH, 'n') } },
      set: {
        users: named(COACH, '教练'),
        companies: { company_name: `'俱乐部' || n` },
        venues: { name: `'球馆' || n`, release_since: 'null' },
      },
    })

    const here = {
      users: {
        [day.initiator]: `case when n % 2 = 0 then ${owner} else ${copiedId(STUDENT, `n % ${next.students / 2}`)} end`,
        [day.other]: copiedId(STUDENT, `${next.students / 2} + n % ${next.students / 2}`),
      },
    }
    await copy({ ...dayOfClasses, ...past, family: HERE, standIns: here, set: claimant(here) })
    const elsewhere = {
      users: {
        [day.initiator]: player('2 * n'),
        [day.other]: player('2 * n + 1'),
        [coach]: copiedId(COACH, `n % ${next.coaches}`),
      },
      companies: { [companyId]: copiedId(COACH, `n % ${next.coaches}`) },
      courses: { [courseId]: copiedId(COACH, `n % ${next.coaches}`) },
      venues: { [venueId]: copiedId(COACH, `n % ${next.coaches}`) },
      courts: { [only(courtIds.slice(0, 1))]: copiedId(COACH, `(n % ${next.coaches}) * ${courtIds.length}`) },
    }
    await copy({
      ...dayOfClasses,
      ...{ from: size.elsewhere, to: next.elsewhere, daysBefore: `n / ${next.coaches} + 1` },
      family: ELSEWHERE,
      standIns: elsewhere,
      set: claimant(elsewhere),
    })
    await copyOthers(past, small, player)
    await query(
      `update users set likes_count = likes.count from (
         select target_user_id as id, count(*) from like_records group by 1) likes
       where likes.id = users.id and likes_count <> likes.count`,
      [],
    )
    await query(`insert into partners ${TOGETHER} on conflict do nothing`, [])
    await query('delete from last_classes', [])
    await query(`insert into last_classes ${LAST_CLASSES}`, [])
    await query(
      'update student_relations r set nickname = u.nickname from users u where u.id = r.player_id and r.nickname <> u.nickname',
      [],
    )
    await query(
      `update merchants set rating_sum = stars.sum, rating_count = stars.count from (
         select merchant_id as id, sum(stars), count(*) from stringing_reviews group by 1) stars
       where stars.id = merchants.id and rating_count <> stars.count`,
      [],
    )
    size = next
  }
}

/** Ten classes of one day by the world's coach for two players, one that was cancelled, and other things of that day. */
async function givenDay(db: Database, world: World) {
  const { owner, joiner, coach: coachId, courseId, venueId, courtIds, companyId, merchantId } = world
  const [initiator, other] = [await givenPlayer(db), await givenPlayer(db)]
  for (const playerId of [initiator, other]) await givenRelation(db, coachId, playerId)
  const createdAt = new Date('2026-04-01T08:00:00+08:00')
  const contract = { courseId, coachId, createdAt }
  const contractId = await givenContract(db, { ...contract, userId: initiator, sessions: 10 })
  const otherContractId = await givenContract(db, { ...contract, userId: other, sessions: 5 })
  const scene = { companyId, coachId, courseId, venueId, courtIds, playerId: initiator, contractId }
  const unpaid = { ...scene, contractId: '' }
  const completed = { scene, status: 'COMPLETED' as const, courseDate: '2026-04-20' }
  const classIds: string[] = []
  for (const slot of [12, 14, 16, 18, 20])
    classIds.push(await givenInvitation(db, { ...completed, beginTimeSlot: slot, joiners: [{ userId: other }] }))
  const both = [
    { userId: initiator, contractId },
    { userId: other, contractId: otherContractId },
  ]
  for (const slot of [22, 24, 26, 28, 30])
    classIds.push(await givenInvitation(db, { ...completed, beginTimeSlot: slot, madeBy: 'coach', joiners: both }))
  for (const relatedId of classIds.slice(0, 2))
    await givenLike(db, { sourceUserId: initiator, targetUserId: coachId, relatedId })
  classIds.push(await givenInvitation(db, { ...completed, scene: unpaid, status: 'CANCELLED', beginTimeSlot: 32 }))

  const played = { status: 'FINISHED' as const, activityDate: '2026-04-20' }
  const ballId = await givenBall(db, { playerIds: [owner, joiner], title: '往日双打', ...played })
  const productId = await givenProduct(db, { categoryId: world.categoryId, stock: 5, isPublished: false })
  const shopOrder = await givenShopOrder(db, { userId: owner, status: 'RECEIVED', items: [{ productId, quantity: 1 }] })
  const stringing = { userId: owner, merchantId, racketId: world.racketId, stars: 5, text: '很快' }
  const stringingOrder = await givenStringingOrder(db, stringing)
  return { initiator, other, classIds: classIds.join(), ballId, productId, shopOrder, stringingOrder }
}
