import type { ShopChange, ShopDetails, ShopRecord } from '@paidang/api/areas/activities/merchant-shop'
import { HALF_HOURS_PER_DAY, timeOf } from '@paidang/domain/kernel/half-hour'
import { MAX_TYPED_PHONE } from '@paidang/domain/kernel/phone'
import { Button, Col, Form, Input, Row, Select } from 'antd'
import { useState } from 'react'
import { LATITUDE, LONGITUDE, NumberInput, within, YuanInput, yuanWithin } from '../../../ui/number-input'
import { useAction } from '../../../ui/use-action'
import { useSeen } from '../../../ui/use-seen'

const half = (index: number) => ({ value: index, label: timeOf(index) })
const OPENINGS = Array.from({ length: HALF_HOURS_PER_DAY }, (_, index) => half(index))
const CLOSINGS = Array.from({ length: HALF_HOURS_PER_DAY }, (_, index) => half(index + 1))

const text = (what: string) => [{ required: true, whitespace: true, message: `请填写${what}` }]

/** The initial values of a new shop. */
export const DEFAULT_DETAILS: Partial<ShopDetails> = { introduction: '', turnaroundHours: 24, openFrom: 18, openTo: 42 }

/** The form's values as the server takes them: an empty field becomes null. */
export function factsOf({ latitude, longitude, courierFeeFen, introduction, ...facts }: ShopDetails): ShopDetails {
  return {
    ...facts,
    introduction: introduction ?? '',
    latitude: latitude ?? null,
    longitude: longitude ?? null,
    courierFeeFen: courierFeeFen ?? null,
  }
}

type ShopFormProps = {
  shop: ShopRecord
  /** Saves the change, over the revision that was seen. */
  update: (change: ShopChange) => Promise<unknown>
  /** The message after saving. */
  done: string
}

/** Edits the facts of a shop. */
export function ShopForm({ shop, update, done }: ShopFormProps) {
  const { doIt } = useAction()
  const { seen, key, notice, typing } = useSeen(shop)
  const [isBusy, setIsBusy] = useState(false)
  const submit = async (facts: ShopDetails) => {
    setIsBusy(true)
    await doIt({ run: () => typing.save(() => update({ ...factsOf(facts), revision: seen.revision })), done })
    setIsBusy(false)
  }
  return (
    <>
      {notice}
      <Form<ShopDetails>
        key={key}
        layout="vertical"
        requiredMark={false}
        initialValues={seen}
        onValuesChange={typing.onTyped}
        onFinish={submit}
      >
        <ShopFields />
        <Button type="primary" htmlType="submit" loading={isBusy}>
          保存
        </Button>
      </Form>
    </>
  )
}

/** The fields of a shop's facts. */
export function ShopFields() {
  return (
    <Row gutter={16}>
      <Col span={12}>
        <Form.Item name="name" label="商家名称" rules={text('商家名称')}>
          <Input maxLength={30} />
        </Form.Item>
      </Col>
      <Col span={12}>
        <Form.Item name="phone" label="电话" rules={text('电话')}>
          <Input maxLength={MAX_TYPED_PHONE} inputMode="tel" />
        </Form.Item>
      </Col>
      <Col span={6}>
        <Form.Item name="city" label="城市" rules={text('城市')}>
          <Input maxLength={20} />
        </Form.Item>
      </Col>
      <Col span={6}>
        <Form.Item name="district" label="区域" rules={text('区域')}>
          <Input maxLength={20} />
        </Form.Item>
      </Col>
      <Col span={12}>
        <Form.Item name="address" label="详细地址" rules={text('详细地址')}>
          <Input maxLength={100} />
        </Form.Item>
      </Col>
      <Col span={6}>
        <Form.Item name="openFrom" label="开始营业">
          <Select options={OPENINGS} showSearch={{ optionFilterProp: 'label' }} />
        </Form.Item>
      </Col>
      <Col span={6}>
        <Form.Item
          name="openTo"
          label="打烊"
          dependencies={['openFrom']}
          rules={[
            ({ getFieldValue }) => ({
              validator: async (_, openTo: number) => {
                if (openTo <= getFieldValue('openFrom')) throw new Error('打烊时间须晚于营业时间')
              },
            }),
          ]}
        >
          <Select options={CLOSINGS} showSearch={{ optionFilterProp: 'label' }} />
        </Form.Item>
      </Col>
      <Col span={6}>
        <Form.Item
          name="turnaroundHours"
          label="取拍时长"
          rules={[{ required: true, message: '请填写时长' }, within({ min: 1, max: 720, unit: ' 小时' })]}
        >
          <NumberInput suffix="小时" />
        </Form.Item>
      </Col>
      <Col span={6}>
        <Form.Item name="courierFeeFen" label="取送费" extra="留空表示不上门" rules={[yuanWithin(0, 100_000)]}>
          <YuanInput />
        </Form.Item>
      </Col>
      <Col span={6}>
        <Form.Item name="latitude" label="纬度" extra="用于按距离排序" rules={[within(LATITUDE)]}>
          <NumberInput controls={false} />
        </Form.Item>
      </Col>
      <Col span={6}>
        <Form.Item name="longitude" label="经度" rules={[within(LONGITUDE)]}>
          <NumberInput controls={false} />
        </Form.Item>
      </Col>
      <Col span={24}>
        <Form.Item name="introduction" label="介绍">
          <Input.TextArea rows={3} maxLength={500} showCount />
        </Form.Item>
      </Col>
    </Row>
  )
}

/** Publishes a shop in the app, or takes it out after a question. */
export function usePublishing() {
  const { doIt, doAfterAsking } = useAction()
  return ({ name, isPublished }: { name: string; isPublished: boolean }, run: (to: boolean) => Promise<unknown>) => {
    if (!isPublished) {
      void doIt({ run: () => run(true), done: `「${name}」已上架` })
      return
    }
    doAfterAsking({
      title: `下架「${name}」？`,
      effect: '顾客在拍档里马上看不到这家店，也不能再下单；已下的订单照常穿线和取拍。之后可以重新上架。',
      okText: '下架',
      run: () => run(false),
      done: `「${name}」已下架`,
    })
  }
}
