import { uploadStaffFile } from '@paidang/api/areas/ground/files'
import { getVenueFile, updateVenue, type VenueFile } from '@paidang/api/areas/places/admin-venues'
import { type NewVenue, queryVenues } from '@paidang/api/areas/places/venues'
import { MAX_FREE_BALLS } from '@paidang/domain/areas/activities/balls/ball-form'
import { HALF_HOURS_PER_DAY, timeOf } from '@paidang/domain/kernel/half-hour'
import { MAX_TYPED_PHONE } from '@paidang/domain/kernel/phone'
import { Button, Card, Col, Form, Input, Row, Select } from 'antd'
import { useWrite } from '../../../platform/queries'
import { LATITUDE, LONGITUDE, NumberInput, within } from '../../../ui/number-input'
import { type Picture, publicPicture, UploadPictures } from '../../../ui/pictures'
import { useAction } from '../../../ui/use-action'
import { useSeen } from '../../../ui/use-seen'

/** A form of a venue's page, next to others: `own` are the revisions that this user made on the page. */
export type VenueFormProps = { file: VenueFile; own: readonly number[]; onSaved: (revision: number) => void }

type Typed = TypedVenue & { freeBallLimit: number }

/** Edits the facts of a venue, over the revision that was seen. */
export function VenueForm({ file, own, onSaved }: VenueFormProps) {
  const { doIt } = useAction()
  const update = useWrite(updateVenue, { changes: [getVenueFile, queryVenues] })
  const { seen, key, notice, typing } = useSeen(file, own)
  const { venue, revision } = seen
  const save = async ({ freeBallLimit, ...typed }: Typed) => {
    const saved = await doIt({
      run: () =>
        typing.save(() =>
          update.mutateAsync({
            params: { id: venue.id },
            body: { ...factsOf(typed), freeBallLimit, revision },
          }),
        ),
      done: '资料已保存，拍档里已更新',
    })
    if (saved) onSaved(saved.revision)
  }
  return (
    <Card style={{ maxWidth: 960 }}>
      {notice}
      <Form<Typed>
        key={key}
        layout="vertical"
        requiredMark={false}
        initialValues={{ ...typedOf(venue), freeBallLimit: seen.freeBallLimit }}
        onValuesChange={typing.onTyped}
        onFinish={save}
        scrollToFirstError
      >
        <VenueFields />
        <Form.Item
          name="freeBallLimit"
          label="每人未付清球局上限"
          extra="同一位球员在本馆场地上最多同时有几场不收费的球局；0 表示不接受"
          rules={[{ required: true, message: '请填写上限' }, within({ min: 0, max: MAX_FREE_BALLS, unit: ' 场' })]}
        >
          <NumberInput suffix="场" style={{ width: 160 }} />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={update.isPending}>
          保存
        </Button>
      </Form>
    </Card>
  )
}

const STARTS = Array.from({ length: HALF_HOURS_PER_DAY }, (_, index) => ({ value: index, label: timeOf(index) }))

const text = (what: string) => [{ required: true, whitespace: true, message: `请填写${what}` }]

/** A half-hour is shown as its time, and found by typing it. */
const BY_TIME = { options: STARTS, showSearch: { optionFilterProp: 'label' } }

type Facts = Required<
  Pick<
    NewVenue,
    'name' | 'address' | 'city' | 'district' | 'phone' | 'latitude' | 'longitude' | 'firstStart' | 'lastStart'
  >
>

/** The input for a venue, without its courts. */
export type TypedVenue = Facts & { pictures: Picture[] }

/** A venue as the initial values of the form. */
function typedOf({ avatar, ...facts }: Facts & { avatar: string | null }): TypedVenue {
  return { ...facts, pictures: avatar === null ? [] : [publicPicture(avatar)] }
}

/** The input as the server takes it: an empty field becomes null. */
export function factsOf({ pictures, phone, latitude, longitude, ...facts }: TypedVenue) {
  return {
    ...facts,
    phone: phone?.trim() || null,
    latitude: latitude ?? null,
    longitude: longitude ?? null,
    avatar: pictures[0]?.relativePath ?? null,
  }
}

/** The fields of a venue's facts. */
export function VenueFields() {
  const upload = useWrite(uploadStaffFile)
  return (
    <Row gutter={16}>
      <Col span={24}>
        <Form.Item name="pictures" label="图片（选填）">
          <UploadPictures
            label="场馆图片"
            upload={(file) => upload.mutateAsync({ query: { purpose: 'venue' }, file })}
          />
        </Form.Item>
      </Col>
      <Col span={12}>
        <Form.Item name="name" label="场馆名称" rules={text('场馆名称')}>
          <Input maxLength={40} showCount />
        </Form.Item>
      </Col>
      <Col span={12}>
        <Form.Item name="phone" label="电话（选填）">
          <Input maxLength={MAX_TYPED_PHONE} inputMode="tel" />
        </Form.Item>
      </Col>
      <Col span={6}>
        <Form.Item name="city" label="城市" rules={text('城市')}>
          <Input maxLength={20} placeholder="如：上海市" />
        </Form.Item>
      </Col>
      <Col span={6}>
        <Form.Item name="district" label="区域" rules={text('区域')}>
          <Input maxLength={20} placeholder="如：徐汇区" />
        </Form.Item>
      </Col>
      <Col span={12}>
        <Form.Item name="address" label="详细地址" rules={text('详细地址')}>
          <Input maxLength={100} />
        </Form.Item>
      </Col>
      <Col span={6}>
        <Form.Item name="firstStart" label="最早开始">
          <Select {...BY_TIME} />
        </Form.Item>
      </Col>
      <Col span={6}>
        <Form.Item
          name="lastStart"
          label="最晚开始"
          dependencies={['firstStart']}
          extra="最后一个半小时从此刻开始"
          rules={[
            ({ getFieldValue }) => ({
              validator: async (_, lastStart: number) => {
                if (lastStart < getFieldValue('firstStart')) throw new Error('最晚开始不能早于最早开始')
              },
            }),
          ]}
        >
          <Select {...BY_TIME} />
        </Form.Item>
      </Col>
      <Col span={6}>
        <Form.Item name="latitude" label="纬度（选填）" extra="与经度一起填写" rules={[within(LATITUDE)]}>
          <NumberInput controls={false} />
        </Form.Item>
      </Col>
      <Col span={6}>
        <Form.Item
          name="longitude"
          label="经度（选填）"
          dependencies={['latitude']}
          rules={[
            within(LONGITUDE),
            ({ getFieldValue }) => ({
              validator: async (_, longitude: number | null) => {
                if (((longitude ?? null) === null) !== ((getFieldValue('latitude') ?? null) === null)) {
                  throw new Error('经度和纬度须一起填写')
                }
              },
            }),
          ]}
        >
          <NumberInput controls={false} />
        </Form.Item>
      </Col>
    </Row>
  )
}
