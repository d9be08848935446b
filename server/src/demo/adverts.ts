import { addDays, type Day, instantOf, monthDotDay } from '@paidang/domain/kernel/day'
import type { Clubs, CoursePlan } from './clubs.ts'

/**
 * An advert before it is a row. `picture` is the number of its picture, null where the page draws its own background.
 */
export type AdvertPlan = {
  place: 'top' | 'home'
  label: string
  title: string
  subtitle: string
  picture: number | null
  /** A page, or a course of a club, which answers questions about it. */
  target: string | CoursePlan
  terms: string
  sortOrder: number
  beginsAt: Date
  endsAt: Date
}

const BOOKING_BALL = '/pages/bookingBall/index'
const STRINGING = '/pages/threading/index'

/** Three current adverts in the carousel at the top and two further down. One of last month, one of next month. */
export function planAdverts(today: Day, { courses }: Pick<Clubs, 'courses'>): AdvertPlan[] {
  const course = (style: CoursePlan['style']) => {
    const found = courses.find((one) => one.style === style)
    if (!found) throw new Error(`no club offers a ${style} course`)
    return found
  }
  const beginsAt = instantOf(addDays(today, -6), 0)
  const lastDay = addDays(today, 21)
  const adverts: (Omit<AdvertPlan, 'beginsAt' | 'endsAt' | 'sortOrder' | 'terms'> & { terms?: string })[] = [
    {
      place: 'top',
      label: '早鸟',
      title: '训练营 12 次课 立减 ¥600',
      subtitle: `青杉网球俱乐部，${monthDotDay(lastDay)} 截止`,
      picture: 1,
      target: course('private'),
      terms:
        '1. 限第一次参加训练营的学员，每人一次。\n2. 12 节课在 3 个月内上完，可以请假两次。\n3. 开课前 24 小时可以免费改期。\n4. 名额 20 个，报满为止。',
    },
    {
      place: 'top',
      label: '找球友',
      title: '今晚缺一个？附近就有人',
      subtitle: '按级别找球局，报名即留位',
      picture: 2,
      target: BOOKING_BALL,
    },
    {
      place: 'top',
      label: '穿线',
      title: '打满 20 小时 该换线了',
      subtitle: '六家门店，最快 2 小时取拍',
      picture: 3,
      target: STRINGING,
    },
    {
      place: 'home',
      label: '新课',
      title: '周末小班课 3 至 4 人开班',
      subtitle: '青杉网球馆，按级别分班',
      picture: null,
      target: course('group'),
    },
    {
      place: 'home',
      label: '红土',
      title: '红土体验局 周周有',
      subtitle: '虹谷红土俱乐部',
      picture: null,
      target: BOOKING_BALL,
    },
  ]
  const running = adverts.map((advert) => ({ ...advert, beginsAt, endsAt: instantOf(lastDay, 48) }))
  const camp = { place: 'home' as const, label: '训练营', picture: null, target: course('private') }
  return [
    ...running,
    {
      ...camp,
      title: '秋季训练营 报名截止',
      subtitle: '青杉网球俱乐部',
      beginsAt: instantOf(addDays(today, -50), 0),
      endsAt: instantOf(addDays(today, -20), 48),
    },
    {
      ...camp,
      title: '寒假训练营 即将开放',
      subtitle: '青杉网球俱乐部，名额 40',
      beginsAt: instantOf(addDays(today, 22), 0),
      endsAt: instantOf(addDays(today, 60), 48),
    },
  ].map((advert, sortOrder) => ({ terms: '', ...advert, sortOrder }))
}
