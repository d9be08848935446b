import type { UsualCourse } from '@paidang/api/areas/usual-courses'
import { lessonHoursText } from '@paidang/domain/areas/contracts/contract'
import { monthDotDay } from '@paidang/domain/kernel/day'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { classInfoPath } from '../../../paths'
import { goTo } from '../../../platform/navigate'
import { ActionSheet } from '../../../ui/action-sheet'
import { Avatar } from '../../../ui/avatar'
import { Button } from '../../../ui/button'
import { Card } from '../../../ui/card'
import { Icon } from '../../../ui/icon'
import { pressable } from '../../../ui/semantics'
import { Tag } from '../../../ui/tag'
import { keyOfUsual } from '../../booking/usual-course'
import { usePinUsualCourse, useUnpinUsualCourse } from '../../booking/usual-course-data'
import { bookUsualCourse } from '../home-data'
import styles from './usual-course-card.module.scss'
import { usualActions, weeklyText } from './usual-words'

/** One usual course: with whom, when and where, what is left of its hours, and the next time it can be taken. */
export function UsualCourseCard({ course }: { course: UsualCourse }) {
  const { coach, stadium, courseDate, isFree, pinId } = course
  const [isOpen, setIsOpen] = useState(false)
  const open = () => setIsOpen(true)
  const date = monthDotDay(courseDate)
  return (
    <Card className={styles.card}>
      <View onLongPress={open}>
        <View className={styles.head}>
          <Avatar id={coach.id} src={coach.avatar} size={44} />
          <View className={styles.names}>
            <View className={styles.coachLine}>
              <View className={styles.coach}>{`${coach.nickname} 教练`}</View>
              {pinId !== null && (
                <Icon name="star" size={14} fill="solid" label="已设为常用" className={styles.pinned} />
              )}
            </View>
            <View className={styles.course}>{course.courseDesignName}</View>
          </View>
          <View
            className={styles.more}
            {...pressable({ popup: 'menu', label: `更多操作，${coach.nickname} 教练的课`, onPress: open })}
          >
            <Icon name="more" />
          </View>
        </View>
        <View className={styles.facts}>
          <View className={styles.fact}>
            <Icon name="clock" size={14} />
            <View>{weeklyText(course)}</View>
          </View>
          <View className={styles.fact}>
            <Icon name="pin" size={14} />
            <View className={styles.venue}>{stadium.name}</View>
          </View>
        </View>
      </View>
      <View className={styles.foot}>
        {isFree ? (
          <View className={styles.hours}>
            剩<View className={styles.number}>{lessonHoursText(course.availableSessions)}</View>课时
          </View>
        ) : (
          <Tag kind="wait" icon={null}>
            该时段已满
          </Tag>
        )}
        <Button
          size="s"
          kind={isFree ? 'filled' : 'ghost'}
          label={
            isFree
              ? `约 ${date} ${coach.nickname} 教练的课`
              : `${date} 该时段已满，看看 ${coach.nickname} 教练的其他时间`
          }
          onPress={() => bookUsualCourse(course)}
        >
          {isFree ? `约 ${date}` : '看看其他时间'}
        </Button>
      </View>
      <Menu course={course} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </Card>
  )
}

type MenuProps = { course: UsualCourse; isOpen: boolean; onClose: () => void }

function Menu({ course, isOpen, onClose }: MenuProps) {
  const pin = usePinUsualCourse()
  const unpin = useUnpinUsualCourse()
  const { pinId } = course
  return (
    <ActionSheet
      open={isOpen}
      onClose={onClose}
      caption={`${course.coach.nickname} 教练 ${weeklyText(course)}`}
      actions={usualActions(course, pin.isPending || unpin.isPending)}
      onSelect={(action) => {
        if (action === 'course') goTo(classInfoPath(course.courseDesignId))
        else if (pinId === null) pin.act(keyOfUsual(course))
        else unpin.act(pinId)
      }}
    />
  )
}
