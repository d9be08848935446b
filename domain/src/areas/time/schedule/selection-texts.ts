/**
 * Why a half-hour cannot be chosen in the booking grid. Each code is a key of `SELECTION_TEXTS`. Source: specification
 * §5.
 */
export const SELECTION_REFUSALS = [
  'court_invalid',
  'time_invalid',
  'slot_mine',
  'slot_mine_other',
  'slot_occupied',
  'slot_occupied_turn_on',
  'slot_closed',
  'court_differs',
  'slots_not_consecutive',
  'slots_too_many',
] as const
export type SelectionRefusal = (typeof SELECTION_REFUSALS)[number]

/** The texts of the booking grid: the sentence of each refusal, then its notices. Source: specification §4, §5, §8. */
export const SELECTION_TEXTS = {
  court_invalid: '无效的场地',
  time_invalid: '无效的时间',
  slot_mine: '该时段已有您的约课，不能重复预约',
  slot_mine_other: '该时段已有您的约课',
  slot_occupied: '该时段已被占用，不能选择',
  slot_occupied_turn_on: '该场地已被占用，可开启"允许冲突"后选择',
  slot_closed: '场馆这段时间闭馆，请换个时段',
  court_differs: '请选择同一片场地的时间段',
  slots_not_consecutive: '请选择连续的时间段',
  slots_too_many: '选择时间不能超过3小时',
  occupiedButAllowed: '该时段已被占用，但您已开启允许冲突',
  selected: (count: number) => `已选择${count}个时间段`,
  coachChanged: '教练已更改，请重新选择时段',
  stadiumChanged: '场馆已更改，请重新选择时段',
  conflictsRemoved: '已自动取消选中的冲突时段',
  conflictOn: '已开启冲突时段选择',
  conflictOff: '已关闭冲突时段选择',
  lockNeedsSlots: '请先选择要设为不可用的时段',
  /** Another person has taken a chosen half-hour. Source: decision "Court grid". */
  justTaken: '该时段刚被约走，请重选',
} as const satisfies Record<SelectionRefusal, string> & Record<string, string | ((count: number) => string)>
