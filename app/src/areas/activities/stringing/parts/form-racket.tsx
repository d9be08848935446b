import type { Merchant, Racket, StringingService } from '@paidang/api/areas/activities/stringing'
import { KNOTS, MAX_NOTES, PRE_STRETCHES } from '@paidang/domain/areas/activities/stringing/string-job'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { SPORT_NAMES } from '@paidang/domain/kernel/sport'
import { View } from '@tarojs/components'
import { racketPath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { Button } from '../../../../ui/button'
import { Card, CardHead, MoreLink } from '../../../../ui/card'
import { Cell } from '../../../../ui/cell'
import { Chip } from '../../../../ui/chip'
import { WrappedFacts } from '../../../../ui/dot'
import { Empty } from '../../../../ui/empty'
import { Field } from '../../../../ui/field'
import { Segmented } from '../../../../ui/segmented'
import { semantics } from '../../../../ui/semantics'
import { Sheet } from '../../../../ui/sheet'
import { Tag } from '../../../../ui/tag'
import styles from './form.module.scss'
import { RacketDrawing } from './racket-drawing'
import { racketFacts, racketName } from './racket-labels'
import { extrasFor, type JobForm, laboursFor } from './stringing-form'

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
        <View className="words">
          <View className={styles.racketName} {...semantics({ role: 'heading', level: 2 })}>
            {racketName(racket)}
            {racket.jobCount > 0 && <Tag kind="brand">{`穿过 ${racket.jobCount} 次`}</Tag>}
          </View>
          <View className="t-sub muted">
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
                note={
                  isUnfit ? `该商家不穿${SPORT_NAMES[one.sport]}拍` : <WrappedFacts>{racketFacts(one)}</WrappedFacts>
                }
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

type ServicesCardProps = {
  form: JobForm
  racket: Racket
  merchant: Merchant
  onChange: (change: Partial<JobForm>) => void
}

const STRETCHES = PRE_STRETCHES.map((percent) => ({
  key: String(percent),
  text: percent === 0 ? '不拉伸' : `${percent}%`,
  percent,
}))
const TIES = KNOTS.map((knots) => ({ key: String(knots), text: `${knots} 结`, knots }))

/** 穿线要求: labour, extras, pre-stretch and knots, and a note to the shop. */
export function ServicesCard({ form, racket, merchant, onChange }: ServicesCardProps) {
  const labours = laboursFor(racket, merchant)
  const extras = extrasFor(racket, merchant)
  const toggle = ({ id }: StringingService) =>
    onChange({
      extraIds: form.extraIds.includes(id) ? form.extraIds.filter((one) => one !== id) : [...form.extraIds, id],
    })
  return (
    <Card className="col-8">
      <CardHead title="穿线要求" />
      {labours.length > 1 && (
        <View {...semantics({ role: 'group', label: '工费' })}>
          <View className="t-sub muted">工费</View>
          <View className="chips-8 mt-4">
            {labours.map((labour) => (
              <Chip
                key={labour.id}
                onCard
                on={labour.id === form.serviceId}
                onPress={() => onChange({ serviceId: labour.id })}
              >
                {`${labour.name} ¥${yuanOf(labour.priceFen)}`}
              </Chip>
            ))}
          </View>
        </View>
      )}
      {extras.length > 0 && (
        <View {...semantics({ role: 'group', label: '加项' })}>
          <View className="t-sub muted">加项（可选）</View>
          <View className="chips-8 mt-4">
            {extras.map((extra) => (
              <Chip key={extra.id} onCard on={form.extraIds.includes(extra.id)} onPress={() => toggle(extra)}>
                {`${extra.name} +¥${yuanOf(extra.priceFen)}`}
              </Chip>
            ))}
          </View>
        </View>
      )}
      <View className="t-sub muted">预拉伸</View>
      <Segmented
        label="预拉伸"
        items={STRETCHES}
        value={String(form.preStretch)}
        onChange={(key) => {
          const chosen = STRETCHES.find((stretch) => stretch.key === key)
          if (chosen) onChange({ preStretch: chosen.percent })
        }}
      />
      <View className="t-sub muted">打结</View>
      <Segmented
        label="打结"
        items={TIES}
        value={String(form.knots)}
        onChange={(key) => {
          const chosen = TIES.find((tie) => tie.key === key)
          if (chosen) onChange({ knots: chosen.knots })
        }}
      />
      <Field
        label="备注（选填）"
        value={form.notes}
        maxLength={MAX_NOTES}
        multiline
        placeholder="例如 换护线管，横线先穿顶部"
        onInput={(notes) => onChange({ notes })}
      />
    </Card>
  )
}
