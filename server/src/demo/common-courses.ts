/** A course of the common catalogue before it is a row. Price in fen per lesson hour, duration in minutes. */
export type CommonCoursePlan = {
  courseName: string
  courseDescription: string
  pricePerSession: number
  sessionDuration: number
  maxParticipants: number
}

const course = (
  courseName: string,
  priceYuan: number,
  sessionDuration: number,
  maxParticipants: number,
  courseDescription: string,
): CommonCoursePlan => ({
  courseName,
  courseDescription,
  pricePerSession: priceYuan * 100,
  sessionDuration,
  maxParticipants,
})

/** The common-course catalogue (通用课程). Clubs copy their own courses from it. */
export const COMMON_COURSES: readonly CommonCoursePlan[] = [
  course('网球成人私教', 400, 60, 1, '一对一，从握拍、正反手到实战，按进度安排。'),
  course('网球青少儿启蒙', 320, 60, 1, '5 至 12 岁，红橙绿球分级，重在兴趣与协调性。'),
  course('网球双人课', 260, 60, 2, '自带搭档，轮流喂球与对打，费用按每人每课时。'),
  course('网球小班课', 180, 90, 4, '3 至 4 人按级别编班，每期 10 节。'),
  course('网球发球专项', 280, 30, 1, '半小时一节，抛球、击球点与落点控制。'),
  course('羽毛球成人私教', 280, 60, 1, '步法、高远球、杀球与网前，附视频回看。'),
  course('羽毛球小班课', 150, 90, 6, '4 至 6 人，多球练习与双打轮转。'),
  course('匹克球体验课', 120, 60, 4, '零基础，一节课学会规则和基本击球。'),
]

/** A course of the catalogue by its name. */
export function commonCourseOf(name: string): CommonCoursePlan {
  const found = COMMON_COURSES.find(({ courseName }) => courseName === name)
  if (!found) throw new Error(`the catalogue has no ${name}`)
  return found
}
