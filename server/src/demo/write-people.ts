import { questionTimes } from '@paidang/domain/areas/activities/questions/question'
import type { CardTemplateId } from '@paidang/domain/areas/views/business-cards/business-card'
import { addDays, instantOf } from '@paidang/domain/kernel/day'
import { eq } from 'drizzle-orm'
import { findBallContent, findProfileContent } from '../areas/desks/reports/reported-content.ts'
import { recordAuditEvent } from '../areas/ground/audit-log/audit-log.ts'
import { requestCardIssue } from '../areas/money/cards/adjustments.ts'
import type { Database } from '../db/database.ts'
import { credentials, passwordRequests, phoneConflicts, userSuspensions } from '../tables/auth.ts'
import { ballResultPlayers, ballResults } from '../tables/balls.ts'
import { blacklistEntries } from '../tables/blacklist.ts'
import { businessCards } from '../tables/business-cards.ts'
import { contentSubmissions } from '../tables/content.ts'
import { files } from '../tables/files.ts'
import { users } from '../tables/identities.ts'
import { messages } from '../tables/messages.ts'
import { levelChanges } from '../tables/profile.ts'
import { questions } from '../tables/questions.ts'
import { coachApplications } from '../tables/registration.ts'
import { reports } from '../tables/reports.ts'
import { staff } from '../tables/staff-identities.ts'
import { type DemoUsername, SEEKER } from './people.ts'
import { avatarPicture, CONTRACT_PAPER, certificatePicture, heldPictures } from './pictures.ts'
import { itemAt } from './random.ts'
import type { World } from './world.ts'
import { type Ids, writeAll, writeWithIds } from './write.ts'

/** The approximate size in bytes of a page as WebP. */
const PAPER_BYTES = 9_000
const HELD_PICTURE = { width: 600, height: 600, sizeBytes: 30_000 }

/** Writes level histories, content that waits for approval, coach applications and blacklists. */
export async function writePeopleCases(tx: Database, world: World, ids: Ids): Promise<void> {
  const { peopleMatters: matters } = world
  await writeAll(matters.levels, (batch) =>
    tx.insert(levelChanges).values(
      batch.map(({ person, by, at, ...row }) => ({
        ...row,
        userId: ids.of(person),
        byUserId: by && ids.of(by),
        createdAt: at,
      })),
    ),
  )
  for (const [index, { person, at, ...application }] of matters.applications.entries()) {
    const [userId, certificates] = [ids.of(person), certificatePicture(index + 1)]
    const size = { ...CONTRACT_PAPER, sizeBytes: PAPER_BYTES }
    await tx.insert(files).values({ ...size, relativePath: certificates, ownerId: userId, createdAt: at })
    await tx.insert(coachApplications).values({ ...application, userId, certificates, createdAt: at })
  }
  await writeHeld(tx, world, ids)
  await tx.insert(blacklistEntries).values(
    matters.blacklist.map(({ owner, target, at }) => ({
      ownerId: ids.of(owner),
      targetId: ids.of(target),
      createdAt: at,
    })),
  )
}

/** Writes the content that waits for an operator's approval. */
async function writeHeld(tx: Database, { peopleMatters }: World, ids: Ids): Promise<void> {
  const texts = peopleMatters.held.flatMap(({ person, text, at }) =>
    text === null ? [] : [{ field: 'description', value: text, authorId: ids.of(person), createdAt: at }],
  )
  const pictures = heldPictures(peopleMatters).map(({ person, path, at }) => ({
    field: 'nicePhotos',
    value: path,
    authorId: ids.of(person),
    createdAt: at,
  }))
  await tx.insert(files).values(
    pictures.map(({ value, authorId, createdAt }) => ({
      ...HELD_PICTURE,
      relativePath: value,
      ownerId: authorId,
      createdAt,
    })),
  )
  const rows = [...texts, ...pictures].map((row) => ({ ...row, kind: 'user' as const, objectId: row.authorId }))
  await tx.insert(contentSubmissions).values(rows)
}

/** Writes the results of games. The ratings of the players include them already. */
export async function writeResults(tx: Database, { peopleMatters: { results } }: World, ids: Ids): Promise<void> {
  await writeWithIds(ids, results, (batch) =>
    tx
      .insert(ballResults)
      .values(
        batch.map(({ ball, sets, winner, recordedBy, answeredBy, at, answeredAt }) => ({
          ballId: ids.of(ball),
          recordedBy: ids.of(recordedBy),
          sets,
          winner,
          state: 'AGREED' as const,
          answeredBy: ids.of(answeredBy),
          answeredAt,
          createdAt: at,
        })),
      )
      .returning({ id: ballResults.id }),
  )
  for (const result of results) {
    const resultId = ids.of(result)
    await tx
      .insert(ballResultPlayers)
      .values(result.players.map(({ person, ...row }) => ({ ...row, resultId, userId: ids.of(person) })))
  }
}

/** Writes the reports, with the reported text. */
export async function writeReports(tx: Database, { peopleMatters }: World, ids: Ids): Promise<void> {
  for (const { kind, about, reporter, at, ...said } of peopleMatters.reports) {
    const objectId = ids.of(about)
    const found = await (kind === 'ball' ? findBallContent(tx, objectId) : findProfileContent(tx, objectId))
    if (!found) throw new Error('Somebody reported what is not there')
    const { ownerId, revision: objectRevision, content } = found
    await tx.insert(reports).values({
      ...said,
      kind,
      objectId,
      ownerId,
      content,
      objectRevision,
      reporterId: ids.of(reporter),
      createdAt: at,
    })
  }
}

/** A user who made offers and did not pay. An operator suspended them permanently. */
const SUSPENDED = { nickname: '低价代练', phone: '13800000901', openId: 'demo-openid-suspended' }
const SUSPENDED_BECAUSE = '多次发布广告并私下收款'

/** A gift for a player's first games. An operator requested it, and the senior operator has not decided yet. */
const WELCOME_FEN = 5_000
const WELCOME_BECAUSE = '首月约球满 5 场，赠送开卡礼金'

/**
 * A user with a new WeChat account. Support has a question about them: the phone number belongs to their former
 * account.
 */
const RETURNED = { nickname: '微信用户0427', openId: 'demo-openid-returned' }

/** A user who can no longer log in on the web, and asks the operators for a new password. */
const FORGETFUL = {
  account: 'player3',
  contact: '微信号 nianan_tennis，晚上八点后方便',
  proof: '上周跟沈嘉禾教练上过课，手机尾号和注册时的一样，等级是自己填的 2.5。',
}

/** Writes a suspended user, a user with two accounts, a request for a password, and a pending card adjustment. */
export async function writeAccountCases(tx: Database, { today }: World): Promise<void> {
  const at = (daysAgo: number) => instantOf(addDays(today, -daysAgo), 20)
  const [operator] = await tx.select({ id: staff.id }).from(staff).where(eq(staff.username, 'operator'))
  const [suspended, returned] = await tx
    .insert(users)
    .values([
      { ...SUSPENDED, createdAt: at(40), lastSeenAt: at(9) },
      { ...RETURNED, createdAt: at(2), lastSeenAt: at(1) },
    ])
    .returning({ id: users.id })
  const [seeker] = await tx.select({ id: users.id, phone: users.phone }).from(users).where(eq(users.nickname, SEEKER))
  const [forgetful] = await tx
    .select({ id: credentials.userId })
    .from(credentials)
    .where(eq(credentials.username, FORGETFUL.account))
  if (!operator || !suspended || !returned || !seeker?.phone || !forgetful)
    throw new Error('Somebody of the story is missing')
  const [userId, staffId] = [suspended.id, operator.id]
  await tx.insert(userSuspensions).values({ userId, staffId, reason: SUSPENDED_BECAUSE, createdAt: at(8) })
  const summary = `停用用户「${SUSPENDED.nickname}」（长期），原因：${SUSPENDED_BECAUSE}`
  await recordAuditEvent(tx, { actorId: staffId, action: 'user.suspend', objectId: userId, summary, now: at(8) })
  const actor = { id: staffId, isPasswordGiven: false }
  await requestCardIssue(tx, { userId: seeker.id, giftFen: WELCOME_FEN, reason: WELCOME_BECAUSE, actor, now: at(1) })
  await tx.insert(passwordRequests).values({ ...FORGETFUL, userId: forgetful.id, createdAt: at(1) })
  await tx.insert(phoneConflicts).values({ userId: returned.id, phone: seeker.phone, createdAt: at(1) })
}

/** Writes the messages. Nothing is sent to WeChat for past messages. */
export async function writeMessages(tx: Database, { messages: planned }: World, ids: Ids): Promise<void> {
  await writeWithIds(ids, planned, (batch) =>
    tx
      .insert(messages)
      .values(
        batch.map(({ receiver, sender, object, at, ...row }) => ({
          ...row,
          receiverId: ids.of(receiver),
          senderId: sender && ids.of(sender),
          objectKind: object?.kind ?? null,
          objectId: object && ids.of(object.plan),
          createdAt: at,
        })),
      )
      .returning({ id: messages.id }),
  )
}

/** Writes the business cards. */
export async function writeBusinessCards(tx: Database, { people, now }: World, ids: Ids): Promise<void> {
  await tx.insert(businessCards).values(
    BUSINESS_CARDS.map(({ username, ...card }) => {
      const owner = people.named(username)
      return { ...card, userId: ids.of(owner), name: owner.nickname, avatar: avatarPicture(owner.n), savedAt: now }
    }),
  )
}

/** The text that somebody wrote on their card. Name and picture come from the profile. */
type CardPlan = {
  username: DemoUsername
  templateId: CardTemplateId
  title: string
  company: string
  phone: string
  email: string
  address: string
  introduction: string
}

/** Saved business cards, each with another template. Everybody else has a card made from their profile. */
const BUSINESS_CARDS: readonly CardPlan[] = [
  {
    username: 'player',
    templateId: 'green',
    title: '周末双打常驻，欢迎约球',
    company: '',
    phone: '',
    email: '',
    address: '',
    introduction: '底线相持型，正在练反手切削。常去徐汇、静安的场子，早场最佳。',
  },
  {
    username: 'coach',
    templateId: 'purple',
    title: '网球教练',
    company: '青杉网球俱乐部',
    phone: '021-6468 0000',
    email: 'wang@qingshan.example',
    address: '徐汇区滨江网球中心',
    introduction: '前市队队员，执教 12 年。成人零基础、正手发力，一对一和小班都带。',
  },
  {
    username: 'coach2',
    templateId: 'pink',
    title: '青少年网球教练',
    company: '青杉网球俱乐部',
    phone: '',
    email: '',
    address: '静安区',
    introduction: '体育教育专业，从网前小球打到底线，带过 30 多位孩子。',
  },
]

/** Questions before buying: one of a guest and one of a player that wait, and one that its coach has answered. */
export async function writeQuestions(tx: Database, { clubs, people, now }: World, ids: Ids): Promise<void> {
  const coach = itemAt(clubs.coaches, 0)
  const course = itemAt(coach.courses, 0)
  const coachId = ids.of(coach.person)
  const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
  const ask = (text: string, createdAt: Date) => ({
    companyId: ids.of(coach.company),
    text,
    textHash: text,
    ...questionTimes(createdAt),
    createdAt,
  })
  const ofCoach = { kind: 'coach' as const, objectId: coachId, coachId }
  const asker = (at: number) => ({ askerId: ids.of(itemAt(people.players, people.players.length - at)) })
  await tx.insert(questions).values([
    {
      ...ask('想给孩子报小班课，7 岁没有基础，周六上午还有位置吗？', ago(3)),
      kind: 'course',
      objectId: ids.of(course),
      phone: '13712340066',
    },
    { ...ask('我反手一直打不稳，大概要上几节课能改过来？', ago(5)), ...ofCoach, ...asker(1) },
    {
      ...ask('下雨天会改到室内吗？', ago(40)),
      ...ofCoach,
      ...asker(2),
      state: 'ANSWERED',
      answer: '会的，下雨改到室内场，提前两小时通知您。',
      answeredBy: coachId,
      endedAt: ago(30),
    },
  ])
}
