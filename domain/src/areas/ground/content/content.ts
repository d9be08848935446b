import { withoutHidden } from '../../../kernel/name.ts'
import { isUsualReason } from './usual-reasons.ts'

/**
 * WeChat's scenes: statements of people about themselves, to others, and in posts. Source: WeChat documents,
 * msgSecCheck
 */
const PROFILE_SCENE = 1
const COMMENT_SCENE = 2
const FORUM_SCENE = 3

/**
 * A field that others see, and that is checked before they do. A picture is given by its path. `isOnce`: a text that
 * belongs to an action and has no earlier approved value.
 */
type CheckedField = { name: string; form: 'text' | 'picture' | 'pictures'; scene: number; isOnce?: true }

const text = (name: string, scene = PROFILE_SCENE): CheckedField => ({ name, form: 'text', scene })
const words = (name: string): CheckedField => ({ name, form: 'text', scene: COMMENT_SCENE, isOnce: true })

/** The content that is checked before others see it: kinds of objects, with their fields. */
export const CONTENT_FIELDS = {
  user: {
    nickname: text('昵称'),
    description: text('自我介绍'),
    region: text('常去地区'),
    wechatId: text('微信号'),
    avatar: { name: '头像', form: 'picture', scene: PROFILE_SCENE },
    nicePhotos: { name: '照片', form: 'pictures', scene: PROFILE_SCENE },
  },
  card: {
    name: text('名片姓名'),
    title: text('名片头衔'),
    company: text('名片公司'),
    address: text('名片地址'),
    introduction: text('名片简介'),
    avatar: { name: '名片头像', form: 'picture', scene: PROFILE_SCENE },
  },
  ball: {
    title: text('球局标题', FORUM_SCENE),
    description: text('球局说明', FORUM_SCENE),
    place: words('球局地点'),
    reason: words('取消原因'),
    note: words('申请说明'),
    answer: words('未到说明'),
  },
  class: {
    messageToCoach: words('给教练的留言'),
    messageToPlayers: words('给球员的留言'),
    reason: words('原因'),
    words: words('异议内容'),
    answer: words('异议答复'),
  },
  course: { courseName: text('课程名称'), courseDescription: text('课程介绍') },
  hours: { reason: words('调整原因') },
  level: { note: words('等级评语') },
  request: { words: words('申请说明'), answer: words('申请答复') },
  trial: { words: words('体验课说明'), answer: words('体验课答复') },
  advert: {
    label: text('广告标签', FORUM_SCENE),
    title: text('广告标题', FORUM_SCENE),
    subtitle: text('广告副标题', FORUM_SCENE),
    terms: text('活动条款', FORUM_SCENE),
    image: { name: '广告图片', form: 'picture', scene: FORUM_SCENE },
  },
  question: { text: words('咨询问题'), answer: words('咨询答复') },
  review: { text: words('评价') },
  report: { words: words('举报说明') },
} as const satisfies Record<string, Record<string, CheckedField>>

export type ContentKind = keyof typeof CONTENT_FIELDS
export type ContentField<Kind extends ContentKind> = keyof (typeof CONTENT_FIELDS)[Kind] & string

export const CONTENT_KINDS = Object.keys(CONTENT_FIELDS) as ContentKind[]
export const CONTENT_STATES = ['WAITING', 'APPROVED', 'REJECTED'] as const

/** A checked field by names from outside; undefined when there is no such field. */
export function checkedField(kind: ContentKind, field: string): CheckedField | undefined {
  return (CONTENT_FIELDS[kind] as Record<string, CheckedField>)[field]
}

/** The result of a check: fit, unfit for a reason, or that a person has to decide. */
export type ContentVerdict =
  | { verdict: 'passed' }
  | { verdict: 'rejected'; label: number }
  | { verdict: 'undecided'; traceId?: string }

/** The label of texts that imitate a placeholder of the platform. WeChat's own labels begin at 100. */
export const IMITATION_LABEL = 1

/** WeChat's labels of violations, and our own. Source: WeChat documents, msgSecCheck */
const LABEL_NAMES: Readonly<Record<number, string>> = {
  [IMITATION_LABEL]: '平台的提示文字',
  10001: '广告',
  20001: '时政',
  20002: '色情',
  20003: '辱骂',
  20006: '违法犯罪',
  20008: '欺诈',
  20012: '低俗',
  20013: '版权',
}

/** The meaning of a label, as text for the author. */
export function labelName(label: number): string {
  return LABEL_NAMES[label] ?? '违规内容'
}

/** Values by field. A text is one value. An empty text has none. */
export type ContentValues<Kind extends ContentKind> = Partial<Record<ContentField<Kind>, readonly string[]>>

/** One submitted value that others must not see yet. */
export type HeldValue = { field: string; value: string; traceId: string | undefined }

export type Sorted<Kind extends ContentKind> =
  | { rejected: { field: string; label: number } }
  | { rejected?: undefined; applied: ContentValues<Kind>; held: HeldValue[] }

/**
 * Sorts an author's values into those that others see from now on and those that are held for approval.
 * Values that others already see, and approved ones, are applied. A held text or picture keeps the earlier value
 * visible. Of several pictures the others are applied. A value without a verdict is held.
 */
export function sortContent<Kind extends ContentKind>(
  kind: Kind,
  {
    submitted,
    present,
    verdicts,
  }: {
    submitted: ContentValues<Kind>
    present: ContentValues<Kind>
    verdicts: ReadonlyMap<string, ContentVerdict>
  },
): Sorted<Kind> {
  const applied: ContentValues<Kind> = {}
  const held: HeldValue[] = []
  for (const field of Object.keys(submitted) as ContentField<Kind>[]) {
    const values = submitted[field] ?? []
    const shown = present[field] ?? []
    const waiting: string[] = []
    for (const value of values) {
      if (shown.includes(value)) continue
      const found = verdicts.get(value) ?? { verdict: 'undecided' as const }
      if (found.verdict === 'rejected') return { rejected: { field, label: found.label } }
      if (found.verdict === 'passed') continue
      waiting.push(value)
      held.push({ field, value, traceId: 'traceId' in found ? found.traceId : undefined })
    }
    const isList = checkedField(kind, field)?.form === 'pictures'
    applied[field] = isList || waiting.length === 0 ? values.filter((value) => !waiting.includes(value)) : shown
  }
  return { applied, held }
}

/**
 * How many minutes WeChat may take to check a picture. After that, operators check it. Source: WeChat documents,
 * mediaCheckAsync
 */
export const PICTURE_CHECK_MINUTES = 30

/** The text that others read in place of a text that waits for approval, until it is decided. */
export function placeholderOf(contentId: string): string {
  return `${PLACEHOLDER_HEAD}${contentId}）`
}

/** The beginning of every placeholder. */
export const PLACEHOLDER_HEAD = '（审核中，编号 '

/** The text in place of a text that nobody approved. */
export const WITHHELD_TEXT = '（未公开）'

const IMITATION = /[(（]\s*(?:审核中\s*[,，]\s*编号|未公开\s*[)）])/

/** Whether a text contains a placeholder, or words that look like one. Only the platform may write these. */
export function imitatesPlaceholder(text: string): boolean {
  return IMITATION.test(withoutHidden(text))
}

/** What is known of the texts of an action: their verdicts, and the author's earlier texts in these fields. */
type KnownTexts = {
  verdicts: ReadonlyMap<string, ContentVerdict>
  former: readonly { id: string; field: string; value: string; state: (typeof CONTENT_STATES)[number] }[]
}

/**
 * The published text of a field: the text itself, or a placeholder in its place. `heldId` undefined: a newly waiting
 * text.
 */
export type SubmittedText = { field: string; text: string } & (
  | { isHeld: false }
  | { isHeld: true; heldId: string | undefined }
)

/**
 * Sorts the texts of an action into those that others read at once and those that wait.
 * Texts that already wait or were approved in their field keep their state. So a repeated action is the same. A
 * placeholder that its author sends back is treated in the same way.
 */
export function sortSubmitted(
  kind: ContentKind,
  said: Readonly<Record<string, string>>,
  { verdicts, former }: KnownTexts,
): { rejected: { field: string; label: number } } | { rejected?: undefined; said: SubmittedText[] } {
  const sorted: SubmittedText[] = []
  for (const [field, typed] of Object.entries(said)) {
    const own = former.filter((one) => one.field === field && checkedField(kind, field)?.isOnce)
    const waiting = own.find(
      ({ id, value, state }) => state === 'WAITING' && [value, placeholderOf(id)].includes(typed),
    )
    const isApproved = own.some(({ value, state }) => state === 'APPROVED' && value === typed)
    const found = verdicts.get(typed) ?? { verdict: 'undecided' as const }
    if (waiting) sorted.push({ field, text: waiting.value, isHeld: true, heldId: waiting.id })
    else if (typed === '' || isUsualReason(typed) || isApproved || found.verdict === 'passed')
      sorted.push({ field, text: typed, isHeld: false })
    else if (found.verdict === 'rejected') return { rejected: { field, label: found.label } }
    else sorted.push({ field, text: typed, isHeld: true, heldId: undefined })
  }
  return { said: sorted }
}
