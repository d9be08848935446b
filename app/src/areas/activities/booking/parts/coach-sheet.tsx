import type { CoachRecord } from '@paidang/api/areas/relations'
import { View } from '@tarojs/components'
import { memo, useState } from 'react'
import { Avatar } from '../../../../ui/avatar'
import { Button } from '../../../../ui/button'
import { Cell } from '../../../../ui/cell'
import { Facts } from '../../../../ui/dot'
import { SearchField } from '../../../../ui/field'
import { Icon } from '../../../../ui/icon'
import { Notice } from '../../../../ui/notice'
import { semantics } from '../../../../ui/semantics'
import { Sheet } from '../../../../ui/sheet'
import { Tag } from '../../../../ui/tag'
import { usualCoachOf } from '../coaches-data'
import styles from './sheets.module.scss'

type Props = {
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
export const CoachSheet = memo(function CoachSheet(props: Props) {
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
      <View className={styles.search}>
        <SearchField value={name} onInput={setName} placeholder="按姓名查找" onCard />
      </View>
      <View className={styles.list} {...semantics({ role: 'radiogroup', label: '选择教练' })}>
        {found.map((record) => (
          <Cell
            key={record.coach.id}
            lead={<Avatar id={record.coach.id} src={record.coach.avatar} size={48} />}
            title={
              <View className={styles.nameLine}>
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
              <View className={styles.likes} {...semantics({ role: 'img', label: `${record.coach.likeCount} 个赞` })}>
                <Icon name="heart" size={14} />
                {record.coach.likeCount}
              </View>
            }
            chosen={record === picked}
            onPress={() => setPickedId(record.coach.id)}
          />
        ))}
      </View>
      {found.length === 0 && <View className={styles.nothing}>没有叫这个名字的教练</View>}
    </Sheet>
  )
})
