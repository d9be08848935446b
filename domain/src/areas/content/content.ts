/** WeChat's scenes: what people say of themselves, and what they post. Source: WeChat documents, msgSecCheck */
const PROFILE_SCENE = 1
const FORUM_SCENE = 3

/** A field that others see, and that is checked before they do; a picture is given by its path. */
type CheckedField = { name: string; form: 'text' | 'picture' | 'pictures'; scene: number }

const text = (name: string, scene = PROFILE_SCENE): CheckedField => ({ name, form: 'text', scene })

/** What is checked before others see it: things by kind, with their fields. */
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
  ball: { title: text('球局标题', FORUM_SCENE), description: text('球局说明', FORUM_SCENE) },
} as const satisfies Record<string, Record<string, CheckedField>>

export type ContentKind = keyof typeof CONTENT_FIELDS
export type ContentField<Kind extends ContentKind> = keyof (typeof CONTENT_FIELDS)[Kind] & string

export const CONTENT_KINDS = Object.keys(CONTENT_FIELDS) as ContentKind[]
export const CONTENT_STATES = ['WAITING', 'APPROVED', 'REJECTED'] as const

/** A checked field by names that came from outside; undefined for one that there is not. */
export function checkedField(kind: ContentKind, field: string): CheckedField | undefined {
  return (CONTENT_FIELDS[kind] as Record<string, CheckedField>)[field]
}

/** What a check says: fit to be seen, unfit for a reason, or that a person has to look. */
export type ContentVerdict =
  | { verdict: 'passed' }
  | { verdict: 'rejected'; label: number }
  | { verdict: 'undecided'; traceId?: string }

/** WeChat's labels of what is wrong. Source: WeChat documents, msgSecCheck */
const LABEL_NAMES: Readonly<Record<number, string>> = {
  10001: '广告',
  20001: '时政',
  20002: '色情',
  20003: '辱骂',
  20006: '违法犯罪',
  20008: '欺诈',
  20012: '低俗',
  20013: '版权',
}

/** What a label means, in words for the author. */
export function labelName(label: number): string {
  return LABEL_NAMES[label] ?? '违规内容'
}

/** Values by field; a text is one value, none where it is empty. */
export type ContentValues<Kind extends ContentKind> = Partial<Record<ContentField<Kind>, readonly string[]>>

/** One value that its author submitted, that others must not see yet. */
export type HeldValue = { field: string; value: string; traceId: string | undefined }

export type Sorted<Kind extends ContentKind> =
  | { rejected: { field: string; label: number } }
  | { rejected?: undefined; applied: ContentValues<Kind>; held: HeldValue[] }

/**
 * Sorts what an author submits into what others see from now on and what is held until it is approved. What others see
 * already, and what passed, is applied. In place of a held text or picture stays what was there; of several pictures the
 * others are applied. A value without a verdict is held.
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

/** So long WeChat may take to say what it thinks of a picture; then operators look. Source: WeChat documents, mediaCheckAsync */
export const PICTURE_CHECK_MINUTES = 30
