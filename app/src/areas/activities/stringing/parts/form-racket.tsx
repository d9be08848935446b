import type { Merchant, Racket } from '@paidang/api/areas/stringing'
import { SPORT_NAMES } from '@paidang/domain/kernel/sport'
import { View } from '@tarojs/components'
import { racketPath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { Button } from '../../../../ui/button'
import { Card, MoreLink } from '../../../../ui/card'
import { Cell } from '../../../../ui/cell'
import { Facts, WrappedFacts } from '../../../../ui/dot'
import { Empty } from '../../../../ui/empty'
import { semantics } from '../../../../ui/semantics'
import { Sheet } from '../../../../ui/sheet'
import { Tag } from '../../../../ui/tag'
import styles from './form.module.scss'
import { RacketDrawing } from './racket-drawing'
import { racketFacts, racketName } from './racket-labels'
import { laboursFor } from './stringing-form'

type Props = {
  racket: Racket
  rackets: readonly Racket[]
  merchant: Merchant
  onChoose: (racket: Racket) => void
  /** Whether another one is being chosen. */
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
}

/** The racket to string. A sheet chooses another one, or adds one. */
export function RacketCard({ racket, rackets, merchant, onChoose, isOpen, onOpen }: Props) {
  const close = () => onOpen(false)
  return (
    <Card>
      <View className={styles.racket}>
        <RacketDrawing />
        <View className={styles.racketText}>
          <View className={styles.racketName} {...semantics({ role: 'heading', level: 2 })}>
            {racketName(racket)}
            {racket.jobCount > 0 && <Tag kind="brand">{`穿过 ${racket.jobCount} 次`}</Tag>}
          </View>
          <View className={styles.facts}>
            <WrappedFacts>{racketFacts(racket)}</WrappedFacts>
          </View>
        </View>
        <MoreLink text="换一支" label={`${racketName(racket)}，换一支`} onPress={() => onOpen(true)} />
      </View>
      <Sheet
        open={isOpen}
        onClose={close}
        title="选择球拍"
        foot={
          <Button
            kind="ghost"
            full
            icon="plus"
            onPress={() => {
              close()
              goTo(racketPath())
            }}
          >
            添加球拍
          </Button>
        }
      >
        <View {...semantics({ role: 'radiogroup', label: '选择球拍' })}>
          {rackets.map((one) => {
            const isUnfit = laboursFor(one, merchant).length === 0
            return (
              <Cell
                key={one.id}
                lead={<RacketDrawing />}
                title={racketName(one)}
                note={isUnfit ? `该商家不穿${SPORT_NAMES[one.sport]}拍` : <Facts>{racketFacts(one)}</Facts>}
                disabled={isUnfit}
                chosen={one.id === racket.id}
                onPress={() => {
                  if (one.id !== racket.id) onChoose(one)
                  close()
                }}
              />
            )
          })}
        </View>
      </Sheet>
    </Card>
  )
}

/** Replaces the form for a player without a racket. They add one and return to the form. */
export function NoRacketCard() {
  return (
    <Card>
      <Empty
        compact
        title="先添加一支球拍"
        line="记下型号和磅数范围，之后每次下单都会用到"
        action={{ text: '添加球拍', onPress: () => goTo(racketPath()) }}
      />
    </Card>
  )
}
