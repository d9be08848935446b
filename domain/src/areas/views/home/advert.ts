/** The places of adverts: the carousel at the top of the home page, or slim cards in its body. */
export const ADVERT_PLACES = ['top', 'home'] as const
export type AdvertPlace = (typeof ADVERT_PLACES)[number]

export const ADVERT_PLACE_NAMES: Record<AdvertPlace, string> = { top: '顶部轮播', home: '首页卡片' }

/** `gone`: what it leads to is there no longer, so nobody sees it. */
export const ADVERT_STATES = ['coming', 'running', 'gone', 'over'] as const
export type AdvertState = (typeof ADVERT_STATES)[number]

export const ADVERT_STATE_NAMES: Record<AdvertState, string> = {
  coming: '未开始',
  running: '进行中',
  gone: '已下线',
  over: '已结束',
}

/** The most adverts of a place that have not ended. */
export const MAX_OPEN_ADVERTS = 50
/** The most adverts of a company that have not ended. */
export const MAX_OPEN_OF_COMPANY = 5
/** The most adverts that a carousel or a page shows. Further running ones are not shown. */
export const MAX_SHOWN_ADVERTS = 20

/** The longest texts that fit on a phone. */
export const ADVERT_LENGTHS = { label: 6, title: 24, subtitle: 30, terms: 500 } as const

/** The title of a company's advert until its own one is approved. Nobody else sees it before. */
export const PLAIN_ADVERT = '新广告'

type Schedule = { beginsAt: Date; endsAt: Date }

/** The state of an advert. It is published from its beginning until its end, the end excluded. */
export function advertStateOf(
  { beginsAt, endsAt, goneAt }: Schedule & { goneAt: Date | null },
  now: Date,
): AdvertState {
  if (endsAt <= now) return 'over'
  if (goneAt !== null) return 'gone'
  return beginsAt <= now ? 'running' : 'coming'
}

/** Why an advert cannot be saved with these values; undefined when it can. */
export function whyNotAdvert({
  title,
  beginsAt,
  endsAt,
}: Schedule & { title: string }): 'advert_title_missing' | 'advert_schedule_invalid' | undefined {
  if (title.trim() === '') return 'advert_title_missing'
  return beginsAt < endsAt ? undefined : 'advert_schedule_invalid'
}
