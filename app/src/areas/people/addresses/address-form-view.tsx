import type { Address } from '@paidang/api/areas/people/addresses'
import { errors } from '@paidang/api/catalogue/errors'
import { MAX_DETAIL, MAX_NAME } from '@paidang/domain/areas/people/addresses/address'
import { MAX_TYPED_PHONE } from '@paidang/domain/kernel/phone'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { CAN_CHOOSE_ADDRESS, chooseAddress, type WechatAddress } from '../../../platform/choose-address'
import { back } from '../../../platform/navigate'
import { useUserId } from '../../../platform/session'
import { showToast } from '../../../platform/toast'
import { useUnsaved } from '../../../platform/unsaved'
import { ActionBar } from '../../../ui/action-bar'
import { Button } from '../../../ui/button'
import { Card, CardStack } from '../../../ui/card'
import { Cell } from '../../../ui/cell'
import { confirmLeave } from '../../../ui/confirm'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { Field } from '../../../ui/field'
import { Page } from '../../../ui/page'
import { PickField } from '../../../ui/pick-field'
import { SignedOut } from '../../../ui/signed-out'
import { Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { Switch } from '../../../ui/switch'
import { regionText } from './address-format'
import { useAddresses, useSaveAddress } from './addresses-data'
import {
  type AddressDraft,
  type AddressField,
  draftOf,
  EMPTY_DRAFT,
  faultsOf,
  formOf,
  isChanged,
  withWechat,
} from './parts/address-draft'
import type { RegionNames } from './parts/regions'
import { loadRegions, type Regions } from './parts/use-regions'
import { RegionSheet } from './region-field'

/** The form of a new address, or with `id` of an existing one. */
export function AddressFormView({ id }: { id?: string | undefined }) {
  const isLoggedIn = useUserId() !== null
  return (
    <Page title={id === undefined ? '新增地址' : '修改地址'}>{isLoggedIn ? <Loaded id={id} /> : <SignedOut />}</Page>
  )
}

function Loaded({ id }: { id: string | undefined }) {
  const { data, cause, isPending, isFetching, refetch } = useAddresses()
  const showsSkeleton = useSkeleton(isPending)
  if (showsSkeleton) return <FormSkeleton />
  if (!data) {
    return cause ? <ErrorBlock title="收货地址没有取到" cause={cause} onRetry={refetch} busy={isFetching} /> : null
  }
  if (id === undefined) return <AddressForm isFirst={data.length === 0} />
  const address = data.find((one) => one.id === id)
  if (address) return <AddressForm key={id} address={address} isFirst={false} />
  return <Empty title="地址不存在" line="它可能已经被删除" action={{ text: '返回', onPress: back }} />
}

type Props = {
  /** Absent for a new address. */
  address?: Address
  /** The first address is always the default. */
  isFirst: boolean
}

/** Checks a field on blur, and afterwards on each change. Input that could not be saved stays. */
function AddressForm({ address, isFirst }: Props) {
  const [begin] = useState<AddressDraft>(() => (address ? draftOf(address) : { ...EMPTY_DRAFT, isDefault: isFirst }))
  const [draft, setDraft] = useState(begin)
  const [names, setNames] = useState<RegionNames | undefined>(address)
  // The draft stays when the address is changed on another device meanwhile, and so does the revision it began with.
  const [shown] = useState(address)
  const [left, setLeft] = useState<readonly AddressField[]>([])
  const [wasSent, setWasSent] = useState(false)
  const [isChoosing, setIsChoosing] = useState(false)
  // The page takes a moment to close. This prevents a second save.
  const [wasSaved, setWasSaved] = useState(false)
  const save = useSaveAddress(shown)
  const endQuestion = useUnsaved(isChanged(begin, draft), confirmLeave)

  const set = (change: Partial<AddressDraft>) => setDraft((before) => ({ ...before, ...change }))
  const leave = (field: AddressField) => setLeft((before) => [...before, field])
  const faults = faultsOf(draft)
  const told = (field: AddressField) => {
    const fault = faults[field]
    return fault && (wasSent || left.includes(field)) ? errors[fault].message : undefined
  }
  const send = () => {
    setWasSent(true)
    if (Object.keys(faults).length > 0) return
    const onDone = () => {
      setWasSaved(true)
      endQuestion()
      back()
    }
    save.act(formOf(draft), { onDone })
  }
  const fillIn = (chosen: WechatAddress, regions: Regions) => {
    const filled = withWechat(draft, chosen, regions)
    setDraft(filled)
    setNames(regions.namesOfRegion(filled.regionCode))
  }
  return (
    <>
      <CardStack className="grow">
        {CAN_CHOOSE_ADDRESS && (
          <Card flush>
            <FromWechat onChoose={fillIn} />
          </Card>
        )}
        <Card>
          <Field
            label="收货人"
            value={draft.name}
            onInput={(name) => set({ name })}
            onBlur={() => leave('name')}
            placeholder="姓名"
            maxLength={MAX_NAME}
            autoComplete="name"
            confirmType="next"
            error={told('name')}
          />
          <Field
            label="手机号"
            value={draft.phone}
            onInput={(phone) => set({ phone })}
            onBlur={() => leave('phone')}
            placeholder="收货人的手机号"
            type="number"
            maxLength={MAX_TYPED_PHONE}
            autoComplete="tel"
            confirmType="next"
            error={told('phone')}
          />
          <PickField
            label="所在地区"
            value={names ? regionText(names) : ''}
            placeholder="省、市、区县"
            onPress={() => setIsChoosing(true)}
            error={told('regionCode')}
          />
          <Field
            label="详细地址"
            value={draft.detail}
            onInput={(detail) => set({ detail })}
            onBlur={() => leave('detail')}
            placeholder="街道、楼栋、门牌号"
            maxLength={MAX_DETAIL}
            autoComplete="street-address"
            multiline
            error={told('detail')}
          />
        </Card>
        <Card>
          <Switch checked={draft.isDefault} disabled={isFirst} onChange={(isDefault) => set({ isDefault })}>
            设为默认地址
          </Switch>
          {isFirst && <View className="t-caption muted">第一个地址就是默认地址</View>}
        </Card>
      </CardStack>
      <ActionBar
        actions={
          <Button full busy={save.isPending || wasSaved} onPress={send}>
            保存
          </Button>
        }
      />
      {isChoosing && (
        <RegionSheet
          open
          code={draft.regionCode}
          onChoose={(region) => {
            set({ regionCode: region.code })
            setNames(region.names)
          }}
          onClose={() => {
            setIsChoosing(false)
            leave('regionCode')
          }}
        />
      )}
    </>
  )
}

type WechatProps = { onChoose: (chosen: WechatAddress, regions: Regions) => void }

function FromWechat({ onChoose }: WechatProps) {
  const choose = async () => {
    try {
      const chosen = await chooseAddress()
      if (chosen) onChoose(chosen, await loadRegions())
    } catch {
      showToast('没有取到微信地址，请手动填写', { tone: 'failed' })
    }
  }
  return <Cell icon="pin" title="从微信地址填入" onPress={choose} />
}

function FormSkeleton() {
  return (
    <SkeletonGroup>
      <CardStack>
        <Skeleton height={360} radius={16} />
        <Skeleton height={76} radius={16} />
      </CardStack>
    </SkeletonGroup>
  )
}
