import { DEFAULT_FIRST_START, DEFAULT_LAST_START, timeOf } from '@paidang/domain/kernel/half-hour'
import { MAX_TYPED_PHONE } from '@paidang/domain/kernel/phone'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { venuesPath } from '../../../paths'
import { backTo } from '../../../platform/navigate'
import { CAN_CHOOSE_PLACE, choosePlace } from '../../../platform/place'
import { showToast } from '../../../platform/toast'
import { ActionBar } from '../../../ui/action-bar'
import { Button } from '../../../ui/button'
import { Card, CardHead, CardStack } from '../../../ui/card'
import { classNames } from '../../../ui/class-names'
import { Field } from '../../../ui/field'
import { Icon } from '../../../ui/icon'
import { Page } from '../../../ui/page'
import { Segmented } from '../../../ui/segmented'
import { semantics } from '../../../ui/semantics'
import { useSkeleton } from '../../../ui/skeleton'
import { Stepper } from '../../../ui/stepper'
import { Tag } from '../../../ui/tag'
import { PictureField, usePictureUpload } from '../../ground/files/picture-upload'
import { useSubmitAfterUploads } from '../../ground/files/submit-after-uploads'
import { useOwnCoachView } from '../../people/profile/coach-data'
import { useCompany } from '../companies/company-data'
import { CoachKnown } from './coach-known'
import styles from './new-venue-view.module.scss'
import { VenuesSkeleton } from './parts/venue-cards'
import {
  bodyOfForm,
  courtsOfForm,
  emptyVenueForm,
  MAX_COURTS,
  type VenueField,
  type VenueForm,
  wrongFields,
} from './parts/venue-form'
import { useAddVenue } from './venues-data'

/** 新增场馆. */
export function NewVenueView() {
  return (
    <Page title="新增场馆">
      <CoachKnown>{() => <NewVenue />}</CoachKnown>
    </Page>
  )
}

const USUAL_HOURS = { firstStart: DEFAULT_FIRST_START, lastStart: DEFAULT_LAST_START }

/**
 * The form begins with the opening hours of the coach's company. If they cannot be read, it begins with the default
 * ones.
 */
function NewVenue() {
  const coach = useOwnCoachView()
  const companyId = coach.data?.companies[0]?.id ?? ''
  const company = useCompany(companyId)
  const isWaiting = coach.isPending || (companyId !== '' && company.isPending)
  const skeleton = useSkeleton(isWaiting)
  if (skeleton) return <VenuesSkeleton />
  return isWaiting ? null : <Started hours={company.data ?? USUAL_HOURS} />
}

function Started({ hours: { firstStart, lastStart } }: { hours: { firstStart: number; lastStart: number } }) {
  const [form, setForm] = useState(() => emptyVenueForm({ firstStart, lastStart }))
  return <NewVenueForm form={form} onChange={(change) => setForm((before) => ({ ...before, ...change }))} />
}

type Props = { form: VenueForm; onChange: (change: Partial<VenueForm>) => void }

const COURTS_BY = [
  { key: 'names', text: '按名称' },
  { key: 'count', text: '按数量' },
] as const

const LAST_HALF_HOUR = 47

/** The form of a new venue: place, courts, opening hours. A field is checked on blur, and all fields when sending. */
function NewVenueForm({ form, onChange }: Props) {
  const [left, setLeft] = useState<readonly VenueField[]>([])
  const [wasSent, setWasSent] = useState(false)
  const picture = usePictureUpload('venue')
  const add = useAddVenue()
  const wrong = wrongFields(form)
  const told = (field: VenueField) => (wasSent || left.includes(field) ? wrong[field] : undefined)
  const leave = (field: VenueField) => () => setLeft([...left, field])
  const check = () => {
    setWasSent(true)
    const [first] = Object.values(wrong)
    if (first) showToast(first, { tone: 'failed' })
    return first === undefined
  }
  const send = () =>
    add.act(bodyOfForm({ ...form, avatar: picture.relativePath }), { onDone: () => backTo(venuesPath()) })
  const uploads = [{ label: '场馆照片', upload: picture }]
  const { button } = useSubmitAfterUploads({ uploads, isSending: add.isPending, check, send })
  const choosePlaceOnMap = async () => {
    try {
      const place = await choosePlace()
      if (!place) return
      onChange({ latitude: place.latitude, longitude: place.longitude, address: place.address || place.name })
    } catch {
      showToast('没有取到位置，请手动填写', { tone: 'failed' })
    }
  }
  return (
    <>
      <CardStack className="grow">
        <Card className={styles.fields}>
          <CardHead title="场馆" />
          <Field
            label="场馆名称"
            value={form.name}
            maxLength={40}
            placeholder="例如 星湖网球中心"
            error={told('name')}
            onInput={(name) => onChange({ name })}
            onBlur={leave('name')}
          />
          <View className="beside-12">
            <View className="grow">
              <Field
                label="城市"
                value={form.city}
                maxLength={20}
                error={told('city')}
                onInput={(city) => onChange({ city })}
                onBlur={leave('city')}
              />
            </View>
            <View className="grow">
              <Field
                label="区县"
                value={form.district}
                maxLength={20}
                placeholder="例如 徐汇区"
                error={told('district')}
                onInput={(district) => onChange({ district })}
                onBlur={leave('district')}
              />
            </View>
          </View>
          <Field
            label="详细地址"
            value={form.address}
            maxLength={100}
            placeholder="路名和门牌号"
            error={told('address')}
            onInput={(address) => onChange({ address })}
            onBlur={leave('address')}
          />
          {CAN_CHOOSE_PLACE && (
            <View className="row-12">
              <Button kind="ghost" size="s" icon="pin" onPress={choosePlaceOnMap}>
                选择位置
              </Button>
              {form.latitude !== null && <Tag kind="ok">已选位置</Tag>}
            </View>
          )}
          <Field
            label="联系电话（选填）"
            value={form.phone}
            maxLength={MAX_TYPED_PHONE}
            placeholder="场馆前台电话"
            error={told('phone')}
            onInput={(phone) => onChange({ phone })}
            onBlur={leave('phone')}
          />
        </Card>
        <Card className={styles.fields}>
          <CardHead title="照片（选填）" />
          <PictureField label="场馆照片" upload={picture} />
        </Card>
        <Courts form={form} onChange={onChange} error={told('courts')} onLeave={leave('courts')} />
        <Card className={styles.fields}>
          <CardHead title="可约时间" />
          <View className="wrap-12">
            <View>
              <View className="mb-4 t-sub muted">最早开始</View>
              <Stepper
                label="最早开始"
                value={form.firstStart}
                min={0}
                max={form.lastStart}
                text={timeOf}
                unit=""
                onChange={(firstStart) => onChange({ firstStart })}
              />
            </View>
            <View>
              <View className="mb-4 t-sub muted">最晚开始</View>
              <Stepper
                label="最晚开始"
                value={form.lastStart}
                min={form.firstStart}
                max={LAST_HALF_HOUR}
                text={timeOf}
                unit=""
                onChange={(lastStart) => onChange({ lastStart })}
              />
            </View>
          </View>
        </Card>
      </CardStack>
      <ActionBar
        actions={
          <Button full {...button}>
            新增场馆
          </Button>
        }
      />
    </>
  )
}

function Courts({ form, onChange, error, onLeave }: Props & { error: string | undefined; onLeave: () => void }) {
  const courts = courtsOfForm(form)
  return (
    <Card className={styles.fields}>
      <CardHead title="场地" tail={courts.length > 0 ? `共 ${courts.length} 片` : undefined} />
      <View className="mb-8">
        <Segmented
          label="怎样填场地"
          items={COURTS_BY}
          value={form.courtsBy}
          onChange={(courtsBy) => onChange({ courtsBy })}
        />
      </View>
      {form.courtsBy === 'names' ? (
        <Field
          label="场地名称，用逗号隔开"
          value={form.courtNames}
          maxLength={400}
          placeholder="例如 1号场,2号场,中心场"
          error={error}
          onInput={(courtNames) => onChange({ courtNames })}
          onBlur={onLeave}
        />
      ) : (
        <Stepper
          label="场地数量"
          value={form.courtCount}
          min={1}
          max={MAX_COURTS}
          unit="片"
          onChange={(courtCount) => onChange({ courtCount })}
        />
      )}
      {courts.length > 0 && (
        <View className="wrap-8" {...semantics({ role: 'list', label: '场地预览' })}>
          {courts.map(({ courtCode, name }) => (
            <View
              key={courtCode}
              className={classNames(styles.court, 'row-4 t-sub muted')}
              {...semantics({ role: 'listitem' })}
            >
              <Icon name="venue" size={14} />
              {name}
            </View>
          ))}
        </View>
      )}
    </Card>
  )
}
