import type { Student } from '@paidang/api/areas/activities/students'
import { lessonHoursText } from '@paidang/domain/areas/money/contracts/contract'
import { View } from '@tarojs/components'
import { Avatar } from '../../../../ui/avatar'
import { Button } from '../../../../ui/button'
import { Card, CardStack } from '../../../../ui/card'
import { classNames } from '../../../../ui/class-names'
import { Facts } from '../../../../ui/dot'
import { HoursBar } from '../../../../ui/hours-bar'
import { pressable, semantics } from '../../../../ui/semantics'
import { Skeleton, SkeletonGroup } from '../../../../ui/skeleton'
import { Tag } from '../../../../ui/tag'
import styles from './student-card.module.scss'
import {
  contractLine,
  contractOfCard,
  contractSign,
  heldOf,
  hoursText,
  lastClassText,
  pendingText,
  type StudentContract,
} from './student-labels'

type Props = {
  student: Student
  now: Date
  /** Whether it is the coach's own student. The coach cannot book for a student of another coach. */
  isOwn: boolean
  /** It is the one that is open beside the list. */
  isShown?: boolean
  /** Absent where the coach may not see the student's page. */
  onOpen?: () => void
  onBook: () => void
}

/** One student: the last class, the most relevant contract with its hours, and 约课. */
export function StudentCard({ student, now, isOwn, isShown, onOpen, onBook }: Props) {
  const { player, lastFinishedCourse, userCourseContracts } = student
  const contract = contractOfCard(userCourseContracts, now)
  const last = lastClassText(lastFinishedCourse, now)
  const sign = contract && contractSign(contract, now)
  const pending = pendingText(student)
  const words = [player.nickname, pending, sign?.text, last, contract && contractLine(contract, now).join('，')]
  return (
    <Card className={classNames(styles.card, isShown && styles.shown)}>
      {onOpen && (
        <View
          className={styles.open}
          hoverClass={styles.pressed}
          {...pressable({
            label: [...words, contract && hoursText(contract)].filter(Boolean).join('，'),
            current: isShown ? 'page' : undefined,
            onPress: onOpen,
          })}
        />
      )}
      <View className="row-12">
        <Avatar id={player.id} src={player.avatar} size={44} />
        <View className="grow">
          <View className={styles.name}>
            {player.nickname}
            {pending && (
              <Tag kind="wait" icon={null}>
                {pending}
              </Tag>
            )}
            {sign && <Tag kind={sign.kind}>{sign.text}</Tag>}
            {student.isUnclaimed && <Tag kind="line">未认领</Tag>}
            {!isOwn && <Tag kind="line">其他教练的学员</Tag>}
          </View>
          <View className="t-caption muted">{last}</View>
        </View>
        {isOwn && (
          <View className={styles.action}>
            <Button kind="ghost" size="m" label={`约课，${player.nickname}`} onPress={onBook}>
              约课
            </Button>
          </View>
        )}
      </View>
      {contract ? (
        <ContractHours contract={contract} now={now} />
      ) : (
        <View className="mt-12 t-sub muted">{userCourseContracts.length > 0 ? '没有有效的合同' : '还没有合同'}</View>
      )}
    </Card>
  )
}

/** A contract in two lines: its course and end, its hours as numbers and as a bar. Amber where little is left. */
export function ContractHours({ contract, now }: { contract: StudentContract; now: Date }) {
  const isLow = contractSign(contract, now)?.kind === 'wait'
  return (
    <View className="mt-12">
      <View className={classNames(styles.line, 'mb-4 t-sub muted')}>
        <View className="shrinks">
          <Facts>{contractLine(contract, now)}</Facts>
        </View>
        <View className={styles.hours}>
          可用
          <View className={classNames(styles.number, isLow && styles.low)}>
            {lessonHoursText(contract.availableSessions)}
          </View>
          {`/ ${lessonHoursText(contract.totalSessions)}`}
        </View>
      </View>
      <HoursBar
        total={contract.totalSessions}
        available={contract.availableSessions}
        held={heldOf(contract)}
        expired={contract.expiredSessions}
        tone={isLow ? 'wait' : 'plain'}
      />
    </View>
  )
}

/** The meaning of the parts of the bars. Each bar also has its numbers as text. */
export function HoursLegend() {
  return (
    <View className="row-6 t-caption muted" {...semantics({ hidden: true })}>
      <View className={styles.available} />
      可用
      <View className={styles.held} />
      已预占
    </View>
  )
}

const CARDS = [0, 1, 2, 3] as const

/** The skeleton of the list of students. */
export function StudentListSkeleton() {
  return (
    <SkeletonGroup>
      <CardStack>
        {CARDS.map((card) => (
          <Skeleton key={card} height={118} radius={16} />
        ))}
      </CardStack>
    </SkeletonGroup>
  )
}
