import type { StudentDetail } from '@paidang/api/areas/activities/students'
import { type UsedRecord, usedRecordsInCompany } from '@paidang/api/areas/money/used-records'
import { lessonHoursText } from '@paidang/domain/areas/money/contracts/contract'
import { LEVELS } from '@paidang/domain/areas/people/profile/level'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import { totalText } from '@paidang/domain/kernel/page'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { bookingViewPath, levelsPath, userCardPath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { callPhone } from '../../../../platform/phone'
import { useUserId } from '../../../../platform/session'
import { copyText, failureText } from '../../../../platform/toast'
import { Avatar } from '../../../../ui/avatar'
import { Button } from '../../../../ui/button'
import { Card, CardHead, MoreLink } from '../../../../ui/card'
import { Cell } from '../../../../ui/cell'
import { Chip } from '../../../../ui/chip'
import { classNames } from '../../../../ui/class-names'
import { WrappedFacts } from '../../../../ui/dot'
import { ErrorBlock } from '../../../../ui/error-block'
import { Field } from '../../../../ui/field'
import type { IconName } from '../../../../ui/icon'
import { LedgerList, type LedgerRow } from '../../../../ui/ledger-list'
import { Notice } from '../../../../ui/notice'
import { ListEnd } from '../../../../ui/paged-list'
import { semantics } from '../../../../ui/semantics'
import { Sheet } from '../../../../ui/sheet'
import { RefreshBar, Skeleton, SkeletonGroup, useSkeleton } from '../../../../ui/skeleton'
import { Stepper } from '../../../../ui/stepper'
import { Tag } from '../../../../ui/tag'
import { dateText, dayText } from '../../../../ui/time-format'
import { abilityOf, levelText } from '../../../people/profile/level-scale'
import styles from '../student-view.module.scss'
import { useAssessLevel, useRevealPhone, useUsedRecords } from '../students-data'
import { lastClassText, pendingText, type StudentContract } from './student-labels'

type HeadProps = { student: StudentDetail; isOwn: boolean; now: Date }

/** Who the student is. The complete phone number is shown only after their coach presses for it. */
export function StudentHead({ student, isOwn, now }: HeadProps) {
  const { player, phone, lastFinishedCourse } = student
  const pending = pendingText(student)
  return (
    <Card>
      <View className="wrap-12">
        <Avatar id={player.id} src={player.avatar} size={64} />
        <View className={styles.words}>
          <View className={styles.name} {...semantics({ role: 'heading', level: 2 })}>
            {player.nickname}
            {pending && (
              <Tag kind="wait" icon={null}>
                {pending}
              </Tag>
            )}
          </View>
          <View className="t-sub muted">
            <WrappedFacts>{[levelText(student), lastClassText(lastFinishedCourse, now)]}</WrappedFacts>
          </View>
        </View>
        {!student.isUnclaimed && (
          <Button
            kind="plain"
            size="s"
            label={`看${player.nickname}的名片`}
            onPress={() => goTo(userCardPath({ id: player.id }))}
          >
            名片
          </Button>
        )}
      </View>
      {phone === null ? (
        <View className={classNames(styles.phone, 'wrap-8 mt-12 pt-12')}>
          <View className={styles.number}>没有留手机号</View>
        </View>
      ) : (
        <Phone playerId={player.id} masked={phone} mayReveal={isOwn} isUnverified={student.isPhoneUnverified} />
      )}
    </Card>
  )
}

type PhoneProps = { playerId: string; masked: string; mayReveal: boolean; isUnverified: boolean }

function Phone({ playerId, masked, mayReveal, isUnverified }: PhoneProps) {
  const { act, answer, isPending } = useRevealPhone(playerId)
  const whole = answer?.phone
  return (
    <View className={classNames(styles.phone, 'wrap-8 mt-12 pt-12')}>
      <View className={styles.number} {...semantics({ live: 'polite' })}>
        {whole ?? masked}
      </View>
      {isUnverified && <Tag kind="wait">未验证</Tag>}
      {whole ? (
        <>
          <Button kind="ghost" size="s" icon="phone" onPress={() => callPhone(whole)}>
            拨打
          </Button>
          <Button kind="plain" size="s" onPress={() => copyText(whole, '手机号已复制', { isOnScreen: true })}>
            复制
          </Button>
        </>
      ) : (
        mayReveal && (
          <Button kind="ghost" size="s" busy={isPending} onPress={() => act()}>
            查看号码
          </Button>
        )
      )}
    </View>
  )
}

/** The maximum length of the API. */
const LONGEST_NOTE = 200

type LevelProps = { student: Pick<StudentDetail, 'player' | 'level' | 'levelIsUnsaid'> }

/** The student's level, the link to its history, and the assessment by their coach. */
export function LevelCard({ student: { player, level, levelIsUnsaid } }: LevelProps) {
  const [isAssessing, setIsAssessing] = useState(false)
  const [openings, setOpenings] = useState(0)
  const open = () => {
    setOpenings((count) => count + 1)
    setIsAssessing(true)
  }
  return (
    <Card flush>
      <CardHead
        inset
        title="等级"
        tail={
          <MoreLink
            text="等级变化"
            onPress={() => goTo(levelsPath(player.id))}
            label={`查看${player.nickname}的等级变化`}
          />
        }
      />
      <Cell
        icon="star"
        title={levelIsUnsaid ? '未填' : `${level.toFixed(1)} 级`}
        note={levelIsUnsaid ? '学员还没有填写等级' : abilityOf(level)}
        value="评定等级"
        label={`评定${player.nickname}的等级，现在${levelIsUnsaid ? '未填' : ` ${level.toFixed(1)} 级`}`}
        onPress={open}
      />
      <AssessSheet
        key={openings}
        open={isAssessing}
        student={player}
        present={level}
        onClose={() => setIsAssessing(false)}
      />
    </Card>
  )
}

type SheetProps = {
  open: boolean
  student: StudentDetail['player']
  present: number
  onClose: () => void
}

/** 评定等级: the coach sets a level, sees what it means, and gives a reason. Each opening begins at the present level. */
function AssessSheet({ open, student, present, onClose }: SheetProps) {
  const [level, setLevel] = useState(present)
  const [note, setNote] = useState('')
  const { act, isPending, refusal } = useAssessLevel(student.id)
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={`评定等级：${student.nickname}`}
      foot={
        <>
          {refusal && (
            <Notice tone="bad" icon="warning">
              {refusal}
            </Notice>
          )}
          <Button full busy={isPending} onPress={() => act({ level, note: note.trim() }, { onDone: onClose })}>
            {`评定为 ${level.toFixed(1)} 级`}
          </Button>
        </>
      }
    >
      <View className="col-12 in-0-16">
        <Stepper
          label="等级"
          unit="级"
          value={level}
          min={LEVELS.least}
          max={LEVELS.most}
          step={LEVELS.step}
          text={(value) => value.toFixed(1)}
          onChange={setLevel}
        />
        <View className="t-sub ink">{abilityOf(level)}</View>
        <Field
          label="评语（选填，学员会看到）"
          value={note}
          onInput={setNote}
          placeholder="例如：反手能连续十拍，发球成功率过半"
          maxLength={LONGEST_NOTE}
          multiline
        />
        <View className="t-caption muted">评定后学员会收到通知，等级以教练评定和比赛结果为准，本人不能再自行修改</View>
      </View>
    </Sheet>
  )
}

type RecordsProps = {
  playerId: string
  /** The records can be filtered by each of them. */
  contracts: readonly StudentContract[]
  now: Date
}

/**
 * 课程记录: what the student's classes consumed, the latest first. A button loads more. Loading at the foot would push the
 * cards below away from the user who scrolls to them.
 */
export function RecordsCard({ playerId, contracts, now }: RecordsProps) {
  const userId = useUserId()
  const [contractId, setContractId] = useState<string>()
  const list = useUsedRecords(playerId, contractId)
  const { data, error, isPending, isFetching, isPlaceholderData } = list
  const skeleton = useSkeleton(isPending)
  return (
    <Card flush>
      <CardHead inset title="课程记录" tail={data ? `共 ${totalText(data.total)} 节` : undefined} />
      <RefreshBar on={isPlaceholderData} />
      {contracts.length > 1 && (
        <View className={classNames(styles.filters, 'chips-8')}>
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
        <View className="in-8-16">
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
        <View className={classNames(styles.none, 't-sub muted')}>还没有课程记录</View>
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
  leave: { text: '请假', icon: 'calendar', tone: 'mute' },
}

function rowOf(record: UsedRecord, { userId, now }: { userId: string | null; now: Date }): LedgerRow {
  const { courseDate, beginTimeSlot, endTimeSlot, coach } = record
  const { text, icon, tone } = ATTENDANCES[record.attendance]
  const isMine = coach.id === userId
  const past = record.isPast ? ['补录'] : []
  const when = [dayText(courseDate, now), whenOf(beginTimeSlot, endTimeSlot), ...past]
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
