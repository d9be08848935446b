import { type UsualCourse, usualCourses } from '@paidang/api/areas/usual-courses'
import { dayOf, monthDotDay, WEEKDAY_NAMES } from '@paidang/domain/kernel/day'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import { View } from '@tarojs/components'
import { failureText } from '../../../../platform/toast'
import { Avatar } from '../../../../ui/avatar'
import { Button } from '../../../../ui/button'
import { Card, CardHead } from '../../../../ui/card'
import { Facts } from '../../../../ui/dot'
import { ErrorBlock } from '../../../../ui/error-block'
import { Icon } from '../../../../ui/icon'
import { pressable, semantics } from '../../../../ui/semantics'
import { keyOfUsual } from '../usual-course'
import { bookUsualCourse, usePinUsualCourse, useUnpinUsualCourse, useUsualCourses } from '../usual-course-data'
import styles from './usual-slots.module.scss'

/**
 * Shows when the player usually takes this course. Each time can be booked with one press, and be pinned or unpinned.
 */
export function UsualSlots({ courseDesignId }: { courseDesignId: string }) {
  const courses = useUsualCourses()
  const pin = usePinUsualCourse()
  const unpin = useUnpinUsualCourse()
  const own = courses.data?.filter((course) => course.courseDesignId === courseDesignId) ?? []
  if (courses.error && !courses.data) {
    return (
      <Card>
        <ErrorBlock
          title="常用时段没有取到"
          cause={failureText(usualCourses.outcome, courses.error)}
          onRetry={() => courses.refetch()}
          busy={courses.isFetching}
          compact
        />
      </Card>
    )
  }
  // Nothing is shown to a player without usual times. They use the button at the foot.
  if (own.length === 0) return null
  const toggle = (course: UsualCourse) => (course.pinId ? unpin.act(course.pinId) : pin.act(keyOfUsual(course)))
  return (
    <Card flush>
      <CardHead title="常用时段" inset />
      <View {...semantics({ role: 'list', label: '常用时段' })}>
        {own.map((course) => (
          <View key={course.id} {...semantics({ role: 'listitem' })}>
            <UsualSlot course={course} isBusy={pin.isPending || unpin.isPending} onToggle={() => toggle(course)} />
          </View>
        ))}
      </View>
    </Card>
  )
}

type SlotProps = { course: UsualCourse; isBusy: boolean; onToggle: () => void }

function UsualSlot({ course, isBusy, onToggle }: SlotProps) {
  const { coach, stadium, weekday, beginTimeSlot, endTimeSlot, courseDate, isFree, pinId } = course
  const when = `每${WEEKDAY_NAMES[weekday]} ${whenOf(beginTimeSlot, endTimeSlot)}`
  const day = courseDate === dayOf(new Date()) ? '今天' : monthDotDay(courseDate)
  return (
    <View className={styles.slot}>
      <Avatar id={coach.id} src={coach.avatar} size={44} />
      <View className={styles.words}>
        <View className={styles.when}>{when}</View>
        <View className={styles.note}>
          <Facts>
            {coach.nickname}
            {stadium.name}
          </Facts>
        </View>
        {!isFree && <View className={styles.taken}>{`${day} 这个时段已约满，可选相近时段`}</View>}
        <View
          className={styles.pin}
          {...pressable({ onPress: onToggle, busy: isBusy, pressed: pinId !== null, label: `${when}，设为常用课程` })}
        >
          <Icon name="star" size={14} fill={pinId === null ? undefined : 'solid'} />
          {pinId === null ? '设为常用课程' : '取消常用课程'}
        </View>
      </View>
      <Button size="s" label={`约 ${day} ${when}`} onPress={() => bookUsualCourse(course)}>
        {`约 ${day}`}
      </Button>
    </View>
  )
}
