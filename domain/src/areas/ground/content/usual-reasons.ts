/**
 * The reasons offered for a cancellation, by who cancels; `past` for a class of the past that its coach withdraws, and
 * `begun` for the club once a class has begun.
 */
export const USUAL_REASONS = {
  coach: ['时间冲突', '身体不适', '场地或天气原因', '与学员协商', '其他原因'],
  begun: ['教练没来'],
  past: ['日期或时间写错', '学员写错', '课程或课时写错', '重复补录', '这节课没有上'],
  player: ['时间冲突', '身体不适', '天气原因', '换个时间再约', '其他原因'],
  initiator: ['场地有变', '人数不够', '天气原因', '临时有事'],
  venue: ['场地维修', '场馆活动', '天气原因', '设备故障'],
} as const

const ALL: ReadonlySet<string> = new Set(Object.values(USUAL_REASONS).flat())

/** Whether a text is one of the offered reasons. Such a text needs no check. */
export function isUsualReason(text: string): boolean {
  return ALL.has(text)
}
