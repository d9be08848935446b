import { type UsualCourse, usualCourses } from '@paidang/api/areas/activities/usual-courses'
import type { Contract } from '@paidang/api/areas/money/contracts'
import { lessonHoursText } from '@paidang/domain/areas/money/contracts/contract'
import { monthDotDay, WEEKDAY_NAMES } from '@paidang/domain/kernel/day'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { bookingClassPath, contractPath, packagesPath } from '../../../paths'
import { goTo, goToLogin } from '../../../platform/navigate'
import { useLoggedIn } from '../../../platform/session'
import { failureText } from '../../../platform/toast'
import { useToday } from '../../../platform/use-minute'
import { ActionBar } from '../../../ui/action-bar'
import { Avatar } from '../../../ui/avatar'
import { Button } from '../../../ui/button'
import { Card, CardHead, CardStack } from '../../../ui/card'
import { Cell } from '../../../ui/cell'
import { classNames } from '../../../ui/class-names'
import { Facts } from '../../../ui/dot'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { Icon } from '../../../ui/icon'
import { KeyValues } from '../../../ui/key-values'
import { pressable, semantics } from '../../../ui/semantics'
import { Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { useFeature } from '../../ground/features/features-data'
import styles from './class-info-view.module.scss'
import { firstCoachOf, useCoachesOfCourse, useMyCoaches } from './coaches-data'
import { expiryText, useMyContracts } from './contracts-data'
import { choiceOf, withCoach, withContract } from './draft'
import { currentDraft, endEditing, saveDraft, visitBookingSide } from './draft-store'
import {
  bookUsualCourse,
  keyOfUsual,
  usePinUsualCourse,
  useUnpinUsualCourse,
  useUsualCourses,
} from './usual-course-data'

/** The page of a course: price, length, seats, remaining hours, its coaches, and the button to book it. */
export function ClassInfoView({ courseDesignId }: { courseDesignId: string }) {
  const isLoggedIn = useLoggedIn()
  const contracts = useMyContracts()
  const showsSkeleton = useSkeleton(isLoggedIn && contracts.isPending)
  if (!isLoggedIn) {
    return (
      <Empty
        drawing="lock"
        title="先登录"
        line="登录后查看自己的课程"
        action={{ text: '登录', onPress: () => goToLogin() }}
      />
    )
  }
  if (contracts.cause && !contracts.data) {
    return (
      <ErrorBlock
        title="课程没有取到"
        cause={contracts.cause}
        onRetry={() => contracts.refetch()}
        busy={contracts.isFetching}
      />
    )
  }
  if (!contracts.data || showsSkeleton) return showsSkeleton ? <InfoSkeleton /> : null
  // The list is sorted: the active contract that expires first is the first one.
  const contract = contracts.data.find(({ courseDesign }) => courseDesign.id === courseDesignId)
  if (!contract) {
    return (
      <Empty
        title="没有找到这门课程"
        line="课程跟着合同走，看看自己的合同"
        action={{ text: '我的合同', onPress: () => goTo(contractPath()) }}
      />
    )
  }
  return <Course contract={contract} />
}

function Course({ contract }: { contract: Contract }) {
  const { courseDesign, company } = contract
  const teachers = useCoachesOfCourse(courseDesign.id)
  const mine = useMyCoaches()
  const [pickedId, setPickedId] = useState<string>()
  const taught = (mine.data ?? []).filter(({ coach }) => teachers.data?.some(({ id }) => id === coach.id))
  const picked = taught.find(({ coach }) => coach.id === pickedId) ?? firstCoachOf(taught) ?? taught[0]
  const expiry = expiryText(contract, useToday())
  const sellsHours = useFeature('packages')

  const book = () => {
    if (!picked) return
    // This begins another class and ends any edit.
    endEditing()
    visitBookingSide('self')
    const { draft } = withCoach(currentDraft(), choiceOf(picked))
    saveDraft(withContract(draft, contract.id))
    goTo(bookingClassPath())
  }
  return (
    <>
      <CardStack className="fill">
        <Card>
          <CardHead title={courseDesign.courseName} tail={company.companyName} />
          <KeyValues
            rows={[
              { name: '价格', value: `¥${yuanOf(courseDesign.pricePerSession)} 每课时` },
              { name: '每课时', value: `${courseDesign.sessionDuration} 分钟` },
              {
                name: '人数',
                value: courseDesign.maxParticipants > 1 ? `最多 ${courseDesign.maxParticipants} 人` : '一对一',
              },
              { name: '可用', value: `${lessonHoursText(contract.availableSessions)} 课时` },
              { name: '合同', value: expiry.text },
            ]}
          />
        </Card>
        {sellsHours && (
          <Card flush>
            <Cell icon="card" title="购买课时" onPress={() => goTo(packagesPath(courseDesign.id))} />
          </Card>
        )}
        <UsualSlots courseDesignId={courseDesign.id} />
        <Card flush>
          <CardHead title="谁在教" inset />
          {teachers.cause && !teachers.data && (
            <ErrorBlock
              title="教练没有取到"
              cause={teachers.cause}
              onRetry={() => teachers.refetch()}
              busy={teachers.isFetching}
              compact
            />
          )}
          {!teachers.data && !teachers.cause && (
            <View className="in-8-16">
              <SkeletonGroup>
                <Skeleton height={48} radius={12} />
              </SkeletonGroup>
            </View>
          )}
          {teachers.data?.length === 0 && <View className="in-8-16 t-sub muted">这门课暂时没有教练</View>}
          <View {...semantics({ role: 'radiogroup', label: '谁在教' })}>
            {teachers.data?.map(({ id, nickname, avatar, likeCount }) => {
              const isMine = taught.some(({ coach }) => coach.id === id)
              return (
                <Cell
                  key={id}
                  lead={<Avatar id={id} src={avatar} size={48} />}
                  title={nickname}
                  note={isMine ? `${likeCount} 个赞` : '还不是这位教练的学员，暂时不能约'}
                  chosen={isMine ? id === picked?.coach.id : undefined}
                  onPress={isMine ? () => setPickedId(id) : undefined}
                />
              )
            })}
          </View>
        </Card>
      </CardStack>
      <ActionBar
        actions={
          <Button
            full
            disabled={!picked}
            reason={teachers.data && mine.data ? '没有可约的教练' : undefined}
            onPress={book}
          >
            去约课
          </Button>
        }
      />
    </>
  )
}

function InfoSkeleton() {
  return (
    <CardStack>
      <SkeletonGroup>
        <Skeleton height={180} radius={16} />
      </SkeletonGroup>
      <SkeletonGroup>
        <Skeleton height={140} radius={16} />
      </SkeletonGroup>
    </CardStack>
  )
}

/**
 * Shows when the player usually takes this course. Each time can be booked with one press, and be pinned or unpinned.
 */
function UsualSlots({ courseDesignId }: { courseDesignId: string }) {
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
  const day = courseDate === useToday() ? '今天' : monthDotDay(courseDate)
  return (
    <View className={styles.slot}>
      <Avatar id={coach.id} src={coach.avatar} size={44} />
      <View className="words">
        <View className={styles.when}>{when}</View>
        <View className="t-caption muted">
          <Facts>
            {coach.nickname}
            {stadium.name}
          </Facts>
        </View>
        {!isFree && <View className="t-caption wait">{`${day} 这个时段已约满，可选相近时段`}</View>}
        <View
          className={classNames(styles.pin, 'mt-4 t-caption brand')}
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
