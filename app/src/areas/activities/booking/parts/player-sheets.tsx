import type { Contract } from '@paidang/api/areas/money/contracts'
import type { CoachRecord } from '@paidang/api/areas/places/relations'
import { lessonHoursText } from '@paidang/domain/areas/money/contracts/contract'
import type { SelectedSlot } from '@paidang/domain/areas/time/schedule/selection'
import type { Day } from '@paidang/domain/kernel/day'
import { View } from '@tarojs/components'
import Taro from '@tarojs/taro'
import { memo, useState } from 'react'
import { classInfoPath, coachPagePath, packagesPath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { failureText, showToast } from '../../../../platform/toast'
import { Avatar } from '../../../../ui/avatar'
import { Button } from '../../../../ui/button'
import { Cell } from '../../../../ui/cell'
import { classNames } from '../../../../ui/class-names'
import { Facts } from '../../../../ui/dot'
import { ErrorBlock } from '../../../../ui/error-block'
import { SearchField } from '../../../../ui/field'
import { Icon } from '../../../../ui/icon'
import { Notice } from '../../../../ui/notice'
import { semantics } from '../../../../ui/semantics'
import { Sheet } from '../../../../ui/sheet'
import { Skeleton, SkeletonGroup } from '../../../../ui/skeleton'
import { Tag } from '../../../../ui/tag'
import { useFeature } from '../../../ground/features/features-data'
import { useCoachContact, usualCoachOf } from '../coaches-data'
import { expiryText, offerOf } from '../contracts-data'
import styles from './sheets.module.scss'

type CoachProps = {
  open: boolean
  coaches: readonly CoachRecord[]
  chosenId: string | null
  /** A class is being edited, so its contract stays. */
  keepsContract: boolean
  onChoose: (coach: CoachRecord) => void
  onClose: () => void
}

/**
 * Chooses a coach, with search by name, the most booked coach and likes. It first says which choices a change removes.
 */
export const CoachSheet = memo(function CoachSheet(props: CoachProps) {
  const { open, coaches, chosenId, keepsContract, onChoose, onClose } = props
  const [name, setName] = useState('')
  const [pickedId, setPickedId] = useState<string>()
  const [wasOpen, setWasOpen] = useState(open)
  if (wasOpen !== open) {
    setWasOpen(open)
    setName('')
    setPickedId(undefined)
  }
  const picked = coaches.find(({ coach }) => coach.id === (pickedId ?? chosenId))
  const usual = usualCoachOf(coaches)
  const found = coaches.filter(({ coach }) => coach.nickname.includes(name.trim()))
  const isChange = chosenId !== null && picked !== undefined && picked.coach.id !== chosenId
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="选择教练"
      foot={
        <>
          {isChange && <Notice>{`更换教练会清空已选的时段${keepsContract ? '' : '和课程合同'}`}</Notice>}
          <Button
            full
            lacks={picked ? undefined : '先选教练'}
            onPress={() => {
              if (!picked) return
              onChoose(picked)
              onClose()
            }}
          >
            {picked ? `选定 ${picked.coach.nickname}` : '先选教练'}
          </Button>
        </>
      }
    >
      <View className="in-0-8">
        <SearchField value={name} onInput={setName} placeholder="按姓名查找" onCard />
      </View>
      <View className="pb-8" {...semantics({ role: 'radiogroup', label: '选择教练' })}>
        {found.map((record) => (
          <Cell
            key={record.coach.id}
            lead={<Avatar id={record.coach.id} src={record.coach.avatar} size={48} />}
            title={
              <View className="wrap-8">
                {record.coach.nickname}
                {record === usual && <Tag kind="lime">常约</Tag>}
              </View>
            }
            note={
              <Facts>
                {record.finishedClasses > 0 ? `上过 ${record.finishedClasses} 次课` : ''}
                {record.stadiums.map((stadium) => stadium.name).join('、')}
              </Facts>
            }
            tail={
              <View
                className="row-4 keep t-caption muted"
                {...semantics({ role: 'img', label: `${record.coach.likeCount} 个赞` })}
              >
                <Icon name="heart" size={14} />
                {record.coach.likeCount}
              </View>
            }
            chosen={record === picked}
            onPress={() => setPickedId(record.coach.id)}
          />
        ))}
      </View>
      {found.length === 0 && (
        <View className={classNames(styles.nothing, 't-sub muted t-centre')}>没有叫这个名字的教练</View>
      )}
    </Sheet>
  )
})

type ContractProps = {
  open: boolean
  contracts: readonly Contract[]
  chosen: Contract | undefined
  today: Day
  /** The booked day, and the slots chosen on it. */
  date: Day
  slots: readonly SelectedSlot[]
  onChoose: (contractId: string) => void
  onClose: () => void
}

/** Chooses the contract that pays with one press. Shows its free hours, its end, and why it cannot pay the class. */
export const ContractSheet = memo(function ContractSheet(props: ContractProps) {
  const { open, contracts, chosen, today, date: courseDate, slots, onChoose, onClose } = props
  const sellsHours = useFeature('packages')
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="选择课程合同"
      foot={
        chosen && (
          <>
            {sellsHours && (
              <Button kind="ghost" full onPress={() => goTo(packagesPath(chosen.courseDesign.id))}>
                购买课时
              </Button>
            )}
            <Button kind="plain" full onPress={() => goTo(classInfoPath(chosen.courseDesign.id))}>
              看课程介绍
            </Button>
          </>
        )
      }
    >
      <View className="pb-8" {...semantics({ role: 'radiogroup', label: '选择课程合同' })}>
        {contracts.map((contract) => {
          const expiry = expiryText(contract, today)
          const { note, isOpen } = offerOf(contract, contracts, { courseDate, slots })
          return (
            <Cell
              key={contract.id}
              title={contract.courseDesign.courseName}
              note={
                <>
                  <Facts>
                    {contract.company.companyName}
                    <View className={classNames(styles.inline, expiry.isSoon && styles.soon)}>{expiry.text}</View>
                  </Facts>
                  {note && <View className={styles.soon}>{note}</View>}
                </>
              }
              value={
                <View className={classNames(styles.hours, 't-caption muted')}>
                  <View className={styles.hoursNumber}>{lessonHoursText(contract.availableSessions)}</View>
                  课时可用
                </View>
              }
              chosen={contract.id === chosen?.id}
              disabled={!isOpen}
              onPress={() => {
                onChoose(contract.id)
                onClose()
              }}
            />
          )
        })}
      </View>
    </Sheet>
  )
})

type ContactProps = {
  open: boolean
  coach: { id: string; nickname: string; companyName: string | null }
  onClose: () => void
}

/** Shows how to reach the coach for a contract: the coach's public contact details, and where the coach works. */
export function ContactSheet({ open, coach, onClose }: ContactProps) {
  const contact = useCoachContact(open ? coach.id : null)
  const wechatId = contact.data?.wechatId
  const copy = async () => {
    if (!wechatId) return
    try {
      await Taro.setClipboardData({ data: wechatId })
      showToast('微信号已复制', { tone: 'done' })
    } catch (error) {
      showToast(failureText({ failed: '没有复制成功，请长按选择' }, error), { tone: 'failed' })
    }
  }
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="联系教练"
      foot={
        wechatId ? (
          <Button full onPress={copy}>
            复制微信号
          </Button>
        ) : undefined
      }
    >
      {contact.isPending && (
        <View className="col-12 in-8-16">
          <SkeletonGroup>
            <Skeleton height={48} radius={12} />
          </SkeletonGroup>
        </View>
      )}
      {contact.cause && (
        <ErrorBlock
          title="联系方式没有取到"
          cause={contact.cause}
          onRetry={() => contact.refetch()}
          busy={contact.isFetching}
          compact
        />
      )}
      {contact.data && (
        <>
          <Cell
            lead={<Avatar id={coach.id} src={contact.data.avatar} size={48} />}
            title={coach.nickname}
            note={coach.companyName ?? '个人教练'}
            value={wechatId ?? undefined}
          />
          <View className="in-0-12 t-sub muted">
            {wechatId
              ? '加教练微信，说好课程和课时；教练录入合同后就能约课。'
              : `教练没有公开微信，请在${coach.companyName ?? '场馆'}当面联系；教练录入合同后就能约课。`}
          </View>
        </>
      )}
      <Cell
        icon="document"
        title="教练主页"
        note="课程和价格，有课包的可以直接购买"
        onPress={() => goTo(coachPagePath(coach.id))}
      />
    </Sheet>
  )
}
