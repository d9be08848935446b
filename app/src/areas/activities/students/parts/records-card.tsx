import { type UsedRecord, usedRecordsInCompany } from '@paidang/api/areas/used-records'
import { lessonHoursText } from '@paidang/domain/areas/contracts/contract'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { bookingViewPath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { useUserId } from '../../../../platform/session'
import { failureText } from '../../../../platform/toast'
import { Card, CardHead } from '../../../../ui/card'
import { Chip } from '../../../../ui/chip'
import { WrappedFacts } from '../../../../ui/dot'
import { ErrorBlock } from '../../../../ui/error-block'
import type { IconName } from '../../../../ui/icon'
import { LedgerList, type LedgerRow } from '../../../../ui/ledger-list'
import { ListEnd } from '../../../../ui/paged-list'
import { RefreshBar, Skeleton, SkeletonGroup, useSkeleton } from '../../../../ui/skeleton'
import { dateText, dayText } from '../../../../ui/time-format'
import { useUsedRecords } from '../students-data'
import styles from './records-card.module.scss'
import type { StudentContract } from './student-labels'

type Props = {
  playerId: string
  /** The records can be filtered by each of them. */
  contracts: readonly StudentContract[]
  now: Date
}

/**
 * 课程记录: what the student's classes consumed, the latest first. A button loads more. Loading at the foot would push the
 * cards below away from the user who scrolls to them.
 */
export function RecordsCard({ playerId, contracts, now }: Props) {
  const userId = useUserId()
  const [contractId, setContractId] = useState<string>()
  const list = useUsedRecords(playerId, contractId)
  const { data, error, isPending, isFetching, isPlaceholderData } = list
  const skeleton = useSkeleton(isPending)
  return (
    <Card flush>
      <CardHead inset title="课程记录" tail={data ? `共 ${data.total} 节` : undefined} />
      <RefreshBar on={isPlaceholderData} />
      {contracts.length > 1 && (
        <View className={styles.filters}>
          <Chip onCard on={contractId === undefined} onPress={() => setContractId(undefined)}>
            全部
          </Chip>
          {contracts.map((contract) => (
            <Chip key={contract.id} onCard on={contractId === contract.id} onPress={() => setContractId(contract.id)}>
              {contractName(contract, { contracts, now })}
            </Chip>
          ))}
        </View>
      )}
      {skeleton ? (
        <View className={styles.loading}>
          <SkeletonGroup>
            <Skeleton height={44} radius={12} />
          </SkeletonGroup>
        </View>
      ) : !data ? (
        error && (
          <ErrorBlock
            compact
            title="课程记录没有取到"
            cause={failureText(usedRecordsInCompany.outcome, error)}
            onRetry={list.refetch}
            busy={isFetching}
          />
        )
      ) : data.rows.length === 0 ? (
        <View className={styles.none}>还没有课程记录</View>
      ) : (
        <>
          <LedgerList rows={data.rows.map((record) => rowOf(record, { userId, now }))} />
          <ListEnd list={list} of="课时" />
        </>
      )}
    </Card>
  )
}

/** Returns the name of a contract: its course. Several contracts for one course also show their end. */
function contractName(
  contract: StudentContract,
  { contracts, now }: { contracts: readonly StudentContract[]; now: Date },
) {
  const { id, courseName } = contract.courseDesign
  const isOnly = contracts.filter(({ courseDesign }) => courseDesign.id === id).length === 1
  return isOnly ? courseName : `${courseName}，${dateText(contract.expiryDate, now)} 到期`
}

/** The text of a seat's attendance, with its icon and colour. */
const ATTENDANCES: Record<UsedRecord['attendance'], { text: string; icon: IconName; tone: LedgerRow['tone'] }> = {
  present: { text: '出勤', icon: 'check', tone: 'ok' },
  late: { text: '迟到', icon: 'clock', tone: 'wait' },
  absent: { text: '缺席', icon: 'close', tone: 'bad' },
}

function rowOf(record: UsedRecord, { userId, now }: { userId: string | null; now: Date }): LedgerRow {
  const { courseDate, beginTimeSlot, endTimeSlot, coach } = record
  const { text, icon, tone } = ATTENDANCES[record.attendance]
  const isMine = coach.id === userId
  const when = [dayText(courseDate, now), whenOf(beginTimeSlot, endTimeSlot)]
  const who = [record.courseDesignName, `${record.stadiumName} ${record.courtName}`, isMine ? '' : coach.nickname]
  const amount = `消 ${lessonHoursText(record.usedSessions)}`
  return {
    key: record.id,
    icon,
    tone,
    what: <WrappedFacts>{when}</WrappedFacts>,
    who: <WrappedFacts>{who}</WrappedFacts>,
    amount,
    balance: text,
    // A coach can only open their own classes.
    ...(isMine && {
      label: [when.join(' '), ...who, amount, text, '看这节课'].filter(Boolean).join('，'),
      onPress: () => goTo(bookingViewPath(record.invitationId)),
    }),
  }
}
