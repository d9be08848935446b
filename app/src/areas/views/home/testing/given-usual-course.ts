import type { UsualCourse } from '@paidang/api/areas/activities/usual-courses'

/** Sundays 18:30 to 20:00 with Wang Qiming, not pinned, free on the next date. */
export function givenUsualCourse(changes: Partial<UsualCourse> = {}): UsualCourse {
  return {
    id: '20-50-0-37-40-40',
    name: '常用课程-成人私教 1 对 1',
    coach: { id: '20', nickname: '王启明', avatar: null },
    stadium: { id: '50', avatar: null, name: '星湖网球中心', address: '星湖街 1 号' },
    weekday: 0,
    courseDate: '2026-11-22',
    beginTimeSlot: 37,
    endTimeSlot: 40,
    selectedCourt: 2,
    courtCode: '3',
    courseDesignId: '40',
    courseDesignName: '成人私教 1 对 1',
    availableSessions: 12.5,
    neededSessions: 1.5,
    booked: null,
    isFree: true,
    pinId: null,
    ...changes,
  }
}
