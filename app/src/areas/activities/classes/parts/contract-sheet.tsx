import type { ResponsePlayer } from '@paidang/api/areas/activities/classes'
import type { Contract } from '@paidang/api/areas/money/contracts'
import { errors } from '@paidang/api/catalogue/errors'
import { SEAT_STATE_NAMES } from '@paidang/domain/areas/activities/classes/seat'
import {
  CONTRACT_STATUS,
  expiryAfterGrant,
  lessonHoursText,
  whyNotGrant,
} from '@paidang/domain/areas/money/contracts/contract'
import { type Day, dayOf, formatDotDay, oneYearAfter } from '@paidang/domain/kernel/day'
import { type Fen, yuanOf } from '@paidang/domain/kernel/fen'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { useMinute } from '../../../../platform/use-minute'
import { Avatar } from '../../../../ui/avatar'
import { Button } from '../../../../ui/button'
import { Cell } from '../../../../ui/cell'
import { Chip } from '../../../../ui/chip'
import { classNames } from '../../../../ui/class-names'
import { DayPicker } from '../../../../ui/day-picker'
import { Facts } from '../../../../ui/dot'
import { ErrorBlock } from '../../../../ui/error-block'
import { Notice } from '../../../../ui/notice'
import { semantics } from '../../../../ui/semantics'
import { Sheet } from '../../../../ui/sheet'
import { Skeleton, SkeletonGroup } from '../../../../ui/skeleton'
import { Stepper } from '../../../../ui/stepper'
import { confirmUnverifiedPhone } from '../../../money/contracts/unverified-phone'
import { useStudentContracts } from '../invitation-data'
import styles from '../invitation-view.module.scss'
import { type InvitationInfo, invitedPlayers, isPayer, joinedPlayers, neededSessions } from './invitation-info'
import type { InvitationActions } from './use-invitation-actions'

/** The entry for a new contract in the list. */
const NEW = 'new'

/** 缔约: asks for whom, on which contract, how many hours and until when, and shows the price before the press. */
export function ContractSheet({ info, actions }: { info: InvitationInfo; actions: InvitationActions }) {
  const { invitation } = info
  const open = actions.asked === 'contract'
  const today = dayOf(useMinute())
  const students = studentsToContract(info)
  const [studentId, setStudentId] = useState(actions.studentId)
  const [contractId, setContractId] = useState<string>()
  const [typedSessions, setTypedSessions] = useState<number>()
  const [expiryDate, setExpiryDate] = useState(() => oneYearAfter(today))
  const [choosesDay, setChoosesDay] = useState(false)

  const student = students.find(({ responderId }) => responderId === studentId) ?? students[0]
  const { data, cause, isPending, isFetching, refetch } = useStudentContracts(student?.responderId, open)
  if (!student) return null

  const contracts = contractsToTopUp(data ?? [], invitation.courseDesignId)
  const contract = contractId === NEW ? undefined : (contracts.find(({ id }) => id === contractId) ?? contracts[0])
  const sessions = typedSessions ?? sessionsForClass(invitation.consumedSessions, contract)
  const grant: Grant = { contract, sessions, expiryDate }
  const refusal = grantRefusal(grant, invitation)
  const lastsUntil = expiryAfterGrant(contract, grant)
  const refused = actions.refusals.contract
  const price = priceText(contract?.unitPrice ?? invitation.courseDesignPrice, sessions)

  const chooseStudent = (id: string) => {
    setStudentId(id)
    setContractId(undefined)
    setTypedSessions(undefined)
  }
  const submit = () => {
    const terms = { userId: student.responderId, contractId: contract?.id, sessions, expiryDate }
    if (!student.isPhoneUnverified) return actions.contract(terms)
    // What WeChat allows only inside a press has to begin in the one that confirms.
    const sendChecked = async () => actions.contract({ ...terms, isPhoneChecked: true })
    confirmUnverifiedPhone(student.responderName, '缔约', sendChecked)
  }

  return (
    <Sheet
      open={open}
      onClose={actions.close}
      title="缔约"
      foot={
        <>
          {refused && (
            <Notice tone="bad" icon="warning">
              {refused}
            </Notice>
          )}
          <View className={classNames(styles.price, 'beside-12')} {...semantics({ live: 'polite' })}>
            <View className="t-sub muted">{price.how}</View>
            <View className={styles.sum}>{price.sum}</View>
          </View>
          <View className={classNames(styles.after, 't-caption muted')}>
            {afterwards(grant, holdsAtOnce(info, student))}
          </View>
          <Button
            full
            busy={actions.runs.contract}
            disabled={refusal !== undefined || isPending}
            reason={refusal}
            onPress={submit}
          >
            确认缔约
          </Button>
        </>
      }
    >
      {/* A month is as tall as all other fields. While a day is being chosen, only the month is shown. */}
      <View className={classNames(choosesDay && styles.away)}>
        <View className="in-8-0 t-sub muted">学员</View>
        <View {...(students.length > 1 ? semantics({ role: 'radiogroup', label: '学员' }) : {})}>
          {students.map((player) => (
            <Cell
              key={player.responderId}
              lead={<Avatar id={player.responderId} src={player.responder.avatar} />}
              title={player.responderName}
              note={
                <Facts>
                  {[
                    SEAT_STATE_NAMES[player.responseStatus],
                    player.availableSessions === null ? '' : `可用 ${lessonHoursText(player.availableSessions)} 课时`,
                  ]}
                </Facts>
              }
              chosen={students.length > 1 ? player === student : undefined}
              onPress={students.length > 1 ? () => chooseStudent(player.responderId) : undefined}
            />
          ))}
        </View>

        <View className="in-8-0 t-sub muted">合同</View>
        {cause !== undefined && !data ? (
          <ErrorBlock compact title="没有取到学员的合同" cause={cause} busy={isFetching} onRetry={refetch} />
        ) : isPending ? (
          <ContractsSkeleton />
        ) : (
          <View {...semantics({ role: 'radiogroup', label: '合同' })}>
            {contracts.map((one) => (
              <Cell
                key={one.id}
                title={`续课到${one.company.companyName}合同`}
                note={<ContractFacts contract={one} />}
                chosen={one === contract}
                onPress={() => setContractId(one.id)}
              />
            ))}
            <Cell
              title="开新合同"
              note={<Facts>{[invitation.courseDesignName, `¥${yuanOf(invitation.courseDesignPrice)} / 课时`]}</Facts>}
              chosen={contract === undefined}
              onPress={() => setContractId(NEW)}
            />
          </View>
        )}

        <View className="in-8-0 t-sub muted">课时</View>
        <View className="wrap-12 in-8-8">
          <Stepper
            value={sessions}
            min={MIN_SESSIONS}
            max={MAX_SESSIONS}
            step={SESSIONS_STEP}
            text={lessonHoursText}
            unit="课时"
            label="课时"
            limits={{ min: `最少 ${lessonHoursText(MIN_SESSIONS)} 课时`, max: `最多 ${MAX_SESSIONS} 课时` }}
            onChange={setTypedSessions}
          />
          <View className="chips-8">
            {PACKAGES.map((size) => (
              <Chip key={size} onCard on={sessions === size} onPress={() => setTypedSessions(size)}>
                {`${size} 课时`}
              </Chip>
            ))}
          </View>
        </View>
      </View>

      <View className="in-8-0 t-sub muted">有效期</View>
      <Cell
        icon="calendar"
        title={`${formatDotDay(expiryDate)} 到期`}
        note={lastsUntil === expiryDate ? undefined : `原合同到 ${formatDotDay(lastsUntil)}，不会缩短`}
        value={choosesDay ? '收起' : '更改'}
        label={`有效期至 ${formatDotDay(expiryDate)}，${choosesDay ? '收起' : '更改'}`}
        onPress={() => setChoosesDay(!choosesDay)}
      />
      {choosesDay && (
        <DayPicker value={expiryDate} min={invitation.courseDate} label="合同有效期" onChange={setExpiryDate} />
      )}
    </Sheet>
  )
}

/** In a player's class the hours are held at once. In a coach's class they are held when the student joins. */
function holdsAtOnce(info: InvitationInfo, student: ResponsePlayer): number {
  return info.invitation.initiatorRole === 'player' ? neededSessions(info, student) : 0
}

function ContractFacts({ contract }: { contract: Contract }) {
  return (
    <Facts>
      {[
        `可用 ${lessonHoursText(contract.availableSessions)}`,
        `¥${yuanOf(contract.unitPrice)} / 课时`,
        `${formatDotDay(contract.expiryDate)} 到期`,
      ]}
    </Facts>
  )
}

function ContractsSkeleton() {
  return (
    <SkeletonGroup>
      <View className="col-8 in-12-12">
        <Skeleton width={180} height={20} />
        <Skeleton width={240} />
      </View>
    </SkeletonGroup>
  )
}

/** Step and limits of the hours in one 缔约, in lesson hours, as the API takes them. */
const SESSIONS_STEP = 0.5
const MIN_SESSIONS = 0.5
const MAX_SESSIONS = 500
/** Packages that are usually sold. */
const PACKAGES = [5, 10, 20] as const

/** What a coach is about to grant: hours on top of `contract`, or a new contract. */
type Grant = { contract: Contract | undefined; sessions: number; expiryDate: Day }

type GrantedClass = Pick<InvitationInfo['invitation'], 'courseDate' | 'consumedSessions'>

/** Returns with whom a contract can be made for this class: every payer, those with too few hours first. */
export function studentsToContract(info: InvitationInfo): ResponsePlayer[] {
  const payers = [...joinedPlayers(info), ...invitedPlayers(info)].filter((player) => isPayer(info, player))
  const lacks = (player: ResponsePlayer) => neededSessions(info, player) > (player.availableSessions ?? 0)
  return [...payers.filter(lacks), ...payers.filter((player) => !lacks(player))]
}

/** Returns the contracts that can be topped up: of this course and not over, the one that ends last first. */
export function contractsToTopUp(contracts: readonly Contract[], courseDesignId: string): Contract[] {
  return contracts
    .filter(({ courseDesign, contractStatus }) => {
      return courseDesign.id === courseDesignId && contractStatus !== CONTRACT_STATUS.EXPIRED
    })
    .sort((a, b) => (a.expiryDate > b.expiryDate ? -1 : a.expiryDate < b.expiryDate ? 1 : 0))
}

/** Returns the lesson hours that the contract lacks for a class of this cost; at least the smallest step. */
export function sessionsForClass(consumedSessions: number, contract: Contract | undefined): number {
  return Math.max(MIN_SESSIONS, consumedSessions - (contract?.availableSessions ?? 0))
}

/** Says why the server would refuse this grant for the class, with its text. */
export function grantRefusal({ contract, ...grant }: Grant, invitation: GrantedClass): string | undefined {
  const refusal = whyNotGrant(contract, grant, invitation)
  return refusal && errors[refusal].message
}

/** Returns the price line: the price of the hours together, and its calculation. */
export function priceText(unitPrice: Fen, sessions: number): { sum: string; how: string } {
  return {
    sum: `¥${yuanOf(Math.round(unitPrice * sessions))}`,
    how: `¥${yuanOf(unitPrice)} × ${lessonHoursText(sessions)} 课时`,
  }
}

/** Returns what the student has afterwards: 缔约后可用 10.5 课时，这节课预占 1.5. */
export function afterwards({ contract, sessions }: Grant, holdsNow: number): string {
  const available = (contract?.availableSessions ?? 0) + sessions - holdsNow
  const total = `缔约后可用 ${lessonHoursText(available)} 课时`
  return holdsNow > 0 ? `${total}，这节课预占 ${lessonHoursText(holdsNow)}` : total
}
