/** The kinds of reports: a user's profile, or the texts of a ball game. */
export const REPORT_KINDS = ['user', 'ball'] as const
export type ReportKind = (typeof REPORT_KINDS)[number]

/** The reasons, in the order in which they are offered. */
export const REPORT_REASONS = ['abuse', 'untrue', 'advert', 'obscene', 'other'] as const
export type ReportReason = (typeof REPORT_REASONS)[number]

/** The names of the reasons, for reporters and operators. */
export const REPORT_REASON_NAMES: Readonly<Record<ReportReason, string>> = {
  abuse: '骚扰辱骂',
  untrue: '虚假信息',
  advert: '广告导流',
  obscene: '色情低俗',
  other: '其他',
}

/** The most characters of a report's text. */
export const REPORT_TEXT_LENGTH = 200

/** The most objects that one person may report in a day. */
export const REPORTS_A_DAY = 10

/** The removable parts of a reported object. The first four and the card belong to a profile, the texts to a game. */
export const REPORT_PARTS = ['nickname', 'avatar', 'description', 'nicePhotos', 'card', 'words'] as const
export type ReportPart = (typeof REPORT_PARTS)[number]

/** The parts of each kind of object, in display order. */
export const PARTS_OF: Readonly<Record<ReportKind, readonly ReportPart[]>> = {
  user: ['nickname', 'avatar', 'description', 'nicePhotos', 'card'],
  ball: ['words'],
}

/** The names of the parts. */
export const REPORT_PART_NAMES: Readonly<Record<ReportPart, string>> = {
  nickname: '昵称',
  avatar: '头像',
  description: '个人简介',
  nicePhotos: '照片',
  card: '名片',
  words: '标题和说明',
}

/** Whether these are parts of that kind of object, at least one, and each once. */
export function arePartsOf(kind: ReportKind, parts: readonly ReportPart[]): boolean {
  return (
    parts.length > 0 && new Set(parts).size === parts.length && parts.every((part) => PARTS_OF[kind].includes(part))
  )
}
