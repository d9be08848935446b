import type { UsualCourse } from '@paidang/api/areas/activities/usual-courses'
import { outcomes } from '@paidang/api/catalogue/outcomes'
import { lessonHoursText } from '@paidang/domain/areas/money/contracts/contract'
import { monthDotDay } from '@paidang/domain/kernel/day'
import type { Features } from '@paidang/domain/kernel/features'
import { ScrollView, View } from '@tarojs/components'
import { useState } from 'react'
import { bookingClassPath, bookingViewPath, classInfoPath, packagesPath, userCardPath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { readStored } from '../../../../platform/storage'
import { failureText } from '../../../../platform/toast'
import { ActionSheet } from '../../../../ui/action-sheet'
import { Avatar } from '../../../../ui/avatar'
import { Button } from '../../../../ui/button'
import { Card, SectionHead } from '../../../../ui/card'
import { classNames } from '../../../../ui/class-names'
import { ErrorBlock } from '../../../../ui/error-block'
import { Icon } from '../../../../ui/icon'
import { pressable, semantics } from '../../../../ui/semantics'
import { Skeleton } from '../../../../ui/skeleton'
import { Tag } from '../../../../ui/tag'
import {
  bookUsualCourse,
  keyOfUsual,
  usePinUsualCourse,
  useUnpinUsualCourse,
  useUsualCourses,
} from '../../../activities/booking/usual-course-data'
import { usualActions, usualStateOf, weeklyText } from '../home-labels'
import styles from '../home-view.module.scss'

/** 常用课程: courses that the user books repeatedly, one press from the booking. */
export function UsualCourses() {
  return (
    <View>
      <SectionHead title="常用课程" />
      <Body />
    </View>
  )
}

function Body() {
  const courses = useUsualCourses()
  if (!courses.data) {
    if (!courses.error) return null
    return (
      <Card className={styles.single}>
        <ErrorBlock
          title="常用课程没有取到"
          cause={failureText(outcomes.listUsualCourses, courses.error)}
          busy={courses.isFetching}
          onRetry={() => courses.refetch()}
          compact
        />
      </Card>
    )
  }
  if (courses.data.length === 0) {
    return (
      <Card className={styles.single}>
        <View className="row-12">
          <View className="grow t-sub muted">还没有常用课程，上过一次课就会出现在这里</View>
          <Button size="s" kind="ghost" onPress={() => goTo(bookingClassPath())}>
            去约课
          </Button>
        </View>
      </Card>
    )
  }
  return (
    <ScrollView className={styles.scroll} scrollX enhanced showScrollbar={false}>
      <View className={styles.cards} {...semantics({ role: 'list', label: '常用课程' })}>
        {courses.data.map((course) => (
          <View key={course.id} {...semantics({ role: 'listitem' })}>
            <UsualCourseCard course={course} />
          </View>
        ))}
      </View>
    </ScrollView>
  )
}

/** One usual course: coach, time and place, the hours left, and the next free date. */
function UsualCourseCard({ course }: { course: UsualCourse }) {
  const { coach, stadium, pinId } = course
  const [isOpen, setIsOpen] = useState(false)
  const open = () => setIsOpen(true)
  return (
    <Card className={styles.card}>
      <View onLongPress={open}>
        <View className="row-12">
          <Avatar id={coach.id} src={coach.avatar} size={44} />
          <View className="grow">
            <View className="row-4">
              <View className="shrinks t-headline one-line">{`${coach.nickname} 教练`}</View>
              {pinId !== null && <Icon name="star" size={14} fill="solid" label="已设为常用" className="brand" />}
            </View>
            <View className="t-caption muted one-line">{course.courseDesignName}</View>
          </View>
          <View
            className={styles.more}
            {...pressable({ popup: 'menu', label: `更多操作，${coach.nickname} 教练的课`, onPress: open })}
          >
            <Icon name="more" />
          </View>
        </View>
        <View className="col-4 mt-12 t-sub muted">
          <View className="row-6">
            <Icon name="clock" size={14} />
            <View>{weeklyText(course)}</View>
          </View>
          <View className="row-6">
            <Icon name="pin" size={14} />
            <View className="shrinks one-line">{stadium.name}</View>
          </View>
        </View>
      </View>
      <View className={styles.usualFoot}>
        <NextTime course={course} />
      </View>
      <Menu course={course} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </Card>
  )
}

/** The next date, or the reason against it, with the next step. */
function NextTime({ course }: { course: UsualCourse }) {
  const { coach, courseDate, availableSessions, booked } = course
  const date = monthDotDay(courseDate)
  const book = () => bookUsualCourse(course)
  switch (usualStateOf(course)) {
    case 'free':
      return (
        <>
          <View className="beside-4 t-caption muted">
            剩<View className={styles.number}>{lessonHoursText(availableSessions)}</View>课时
          </View>
          <Button size="s" label={`约 ${date} ${coach.nickname} 教练的课`} onPress={book}>
            {`约 ${date}`}
          </Button>
        </>
      )
    case 'booked': {
      const day = booked ? monthDotDay(booked.courseDate) : date
      return (
        <>
          <Tag kind="ok" icon="check">
            {`已约 ${day}`}
          </Tag>
          <Button
            size="s"
            kind="ghost"
            label={`看 ${day} ${coach.nickname} 教练的课`}
            onPress={() => goTo(bookingViewPath(booked?.id ?? ''))}
          >
            查看约课
          </Button>
        </>
      )
    }
    case 'short':
      return <ShortHours course={course} />
    case 'full':
      return (
        <>
          <Tag kind="wait" icon={null}>
            该时段已满
          </Tag>
          <Button
            size="s"
            kind="ghost"
            label={`${date} 该时段已满，看看 ${coach.nickname} 教练的其他时间`}
            onPress={book}
          >
            看看其他时间
          </Button>
        </>
      )
  }
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

/** Two cards without their words. */
export function UsualCoursesSkeleton() {
  return (
    <View className={classNames(styles.courses, 'beside-12 in-0-0')}>
      {['first', 'second'].map((key) => (
        <Card key={key} className={styles.card}>
          <View className="row-12">
            <Skeleton width={44} height={44} radius="round" />
            <View className="grow">
              <Skeleton width={96} height={18} />
              <View className={styles.gap} />
              <Skeleton width={120} height={12} />
            </View>
          </View>
          <View className="col-4 mt-12 t-sub muted">
            <Skeleton width={150} />
            <Skeleton width={120} />
          </View>
          <View className={styles.usualFoot}>
            <Skeleton width={70} />
            <Skeleton width={78} height={32} radius={8} />
          </View>
        </Card>
      ))}
    </View>
  )
}

/** Home is one answer: what this device does not know to be off is sold. */
function ShortHours({ course: { coach, courseDesignId, availableSessions, neededSessions } }: { course: UsualCourse }) {
  const sellsHours = readStored<Features>('features')?.packages !== false
  const hours = `课时不足，需 ${lessonHoursText(neededSessions)} 剩 ${lessonHoursText(availableSessions)}`
  return (
    <>
      <Tag kind="wait" icon={null}>
        课时不足
      </Tag>
      <Button
        size="s"
        kind="ghost"
        label={`${hours}，${sellsHours ? '购买课时' : `找 ${coach.nickname} 教练续课时`}`}
        onPress={() => goTo(sellsHours ? packagesPath(courseDesignId) : userCardPath({ id: coach.id }))}
      >
        {sellsHours ? '购买课时' : '找教练续课时'}
      </Button>
    </>
  )
}
