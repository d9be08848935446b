/** The filters for the movements of a card. */
export const DIRECTIONS = [
  { key: 'ALL', text: '全部' },
  { key: 'IN', text: '收入' },
  { key: 'OUT', text: '支出' },
] as const

export type Direction = (typeof DIRECTIONS)[number]['key']
