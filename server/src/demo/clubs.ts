import { type CommonCoursePlan, commonCourseOf } from './common-courses.ts'
import type { Person } from './people.ts'
import type { VenuePlan } from './places.ts'
import { itemAt } from './random.ts'

/** A company before it is a row. */
type CompanyPlan = {
  companyName: string
  isPerson: boolean
  phone: string
  freeCancelHours: number
  forgivenLateCancels: number
  admin: Person
  members: Person[]
}

/** A course before it is a row. Price in fen per lesson hour, duration in minutes. */
export type CoursePlan = {
  company: CompanyPlan
  courseName: string
  courseDescription: string
  pricePerSession: number
  sessionDuration: number
  maxParticipants: number
  /** Its usual length, in half-hours. */
  usualLengths: number[]
  style: 'private' | 'youth' | 'pair' | 'group'
  /** The course of the catalogue that it copies. Some courses of clubs are not in the catalogue. */
  commonCourse?: CommonCoursePlan
}

/** Where and what a coach teaches. The first venue is the coach's main one. */
export type CoachPlan = {
  person: Person
  company: CompanyPlan
  courses: CoursePlan[]
  venues: VenuePlan[]
  managed: VenuePlan[]
}

/** The companies with their courses and coaches. */
export type Clubs = { companies: CompanyPlan[]; courses: CoursePlan[]; coaches: CoachPlan[] }

/** Two clubs and one independent coach. `coaches` has the order of people.ts. */
export function planClubs(coaches: readonly Person[], venues: readonly VenuePlan[]): Clubs {
  const coach = (index: number) => itemAt(coaches, index)
  const venue = (index: number) => itemAt(venues, index)
  const policy = { freeCancelHours: 24, forgivenLateCancels: 1 }
  const qingshan: CompanyPlan = {
    ...policy,
    companyName: '青杉网球俱乐部',
    isPerson: false,
    phone: '021-55550201',
    admin: coach(0),
    members: coaches.slice(0, 4),
  }
  const jiangan: CompanyPlan = {
    ...policy,
    companyName: '江岸球类学院',
    isPerson: false,
    phone: '021-55550202',
    freeCancelHours: 12,
    admin: coach(4),
    members: coaches.slice(4, 7),
  }
  const jiangche: CompanyPlan = {
    ...policy,
    companyName: '江澈网球工作室',
    isPerson: true,
    phone: coach(7).phone,
    forgivenLateCancels: 0,
    admin: coach(7),
    members: [coach(7)],
  }

  const course = (
    company: CompanyPlan,
    style: CoursePlan['style'],
    courseName: string,
    priceYuan: number,
    sessionDuration: number,
    maxParticipants: number,
    usualLengths: number[],
    courseDescription: string,
  ): CoursePlan => ({
    company,
    style,
    courseName,
    courseDescription,
    pricePerSession: priceYuan * 100,
    sessionDuration,
    maxParticipants,
    usualLengths,
  })
  const adult = course(
    qingshan,
    'private',
    '成人私教 1 对 1',
    420,
    60,
    1,
    [2, 3],
    '按你的节奏来：动作、步法、实战，含球和场地引导。',
  )
  const youth = course(
    qingshan,
    'youth',
    '青少年启蒙 1 对 1',
    360,
    60,
    1,
    [2],
    '6 至 12 岁，红橙绿球分级，家长可旁观。',
  )
  const pair = course(qingshan, 'pair', '双人陪练', 480, 90, 2, [3], '两人同练，轮转对打，可带固定搭档。')
  const group = course(qingshan, 'group', '周末小班课', 280, 90, 4, [3], '3 至 4 人一班，按级别分班，每期 10 节。')
  const tennis = course(jiangan, 'private', '网球私教 1 对 1', 400, 60, 1, [2, 3], '江岸体育公园，含视频回看。')
  const rally = course(jiangan, 'pair', '网球双人对练', 460, 90, 2, [3], '双打站位与配合。')
  const badminton = course(
    jiangan,
    'private',
    '羽毛球私教 1 对 1',
    300,
    60,
    1,
    [2, 3],
    '步法、杀球、网前，云动羽毛球馆。',
  )
  const badmintonGroup = course(jiangan, 'group', '羽毛球小班课', 280, 90, 4, [3], '混双与双打轮转。')
  const refine = course(jiangche, 'private', '一对一技术精修', 520, 60, 1, [2, 3], '一次课只改一个动作。')
  const serve = course(jiangche, 'private', '发球专项', 290, 30, 1, [2], '半小时一节，高强度发球。')

  const inCatalogue: [CoursePlan, string][] = [
    [adult, '网球成人私教'],
    [tennis, '网球成人私教'],
    [refine, '网球成人私教'],
    [youth, '网球青少儿启蒙'],
    [pair, '网球双人课'],
    [rally, '网球双人课'],
    [group, '网球小班课'],
    [serve, '网球发球专项'],
    [badminton, '羽毛球成人私教'],
    [badmintonGroup, '羽毛球小班课'],
  ]
  for (const [own, name] of inCatalogue) own.commonCourse = commonCourseOf(name)

  const teaches = (index: number, courses: CoursePlan[], places: VenuePlan[], managed: VenuePlan[] = []): CoachPlan => {
    const person = coach(index)
    return { person, company: itemAt(courses, 0).company, courses, venues: places, managed }
  }
  return {
    companies: [qingshan, jiangan, jiangche],
    courses: [adult, youth, pair, group, tennis, rally, badminton, badmintonGroup, refine, serve],
    coaches: [
      teaches(0, [adult, pair], [venue(0), venue(1)], [venue(0)]),
      teaches(1, [youth, adult, pair, group], [venue(0), venue(1)]),
      teaches(2, [adult, pair, group], [venue(0), venue(4)]),
      teaches(3, [youth, group], [venue(1), venue(0)]),
      teaches(4, [tennis, rally], [venue(2), venue(5)], [venue(2)]),
      teaches(5, [tennis, rally], [venue(2), venue(0)]),
      teaches(6, [badminton, badmintonGroup], [venue(3)], [venue(3)]),
      teaches(7, [refine, serve], [venue(5), venue(0)]),
    ],
  }
}
