import { STRINGING_TABS, type StringingTab } from '@paidang/api/areas/stringing-orders'

const NAMES: Record<StringingTab, string> = {
  all: '全部',
  unpaid: '待付款',
  running: '进行中',
  ready: '待取拍',
  completed: '已完成',
  cancelled: '已取消',
}

/** The tabs of 我的穿线, in their order. */
export const STRINGING_TAB_NAMES = STRINGING_TABS.map((key) => ({ key, text: NAMES[key] }))

/** Returns the tab that an address asks for; 全部 when it names none. */
export function tabOf(text: string | undefined): StringingTab {
  return STRINGING_TABS.find((tab) => tab === text) ?? 'all'
}
