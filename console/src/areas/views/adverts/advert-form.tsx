import { uploadStaffFile } from '@paidang/api/areas/ground/files'
import {
  advertForOperator,
  advertsForOperator,
  createAdvert,
  type ManagedAdvert,
  updateAdvert,
} from '@paidang/api/areas/views/admin-adverts'
import {
  ADVERT_LENGTHS,
  ADVERT_PLACE_NAMES,
  ADVERT_PLACES,
  type AdvertPlace,
} from '@paidang/domain/areas/views/home/advert'
import { Button, Card, DatePicker, Flex, Form, Input, Radio } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useNavigate } from 'react-router'
import { useWrite } from '../../../platform/queries'
import { type Picture, publicPicture, UploadPictures } from '../../../ui/upload-pictures'
import { useAction } from '../../../ui/use-action'
import { type Typing, useSeen } from '../../../ui/use-seen'
import { AdvertPreview } from './advert-preview'
import { TargetField } from './target-field'

type Typed = {
  place: AdvertPlace
  label: string
  title: string
  subtitle: string
  pictures: Picture[]
  target: string | null
  beginsAt: Dayjs
  endsAt: Dayjs
}

const CHANGES = { changes: [advertsForOperator, advertForOperator] }

/** The form of an advert, with a preview of the app. */
export function AdvertForm({ advert, place }: { advert?: ManagedAdvert; place: AdvertPlace }) {
  const { seen, key, notice, typing } = useSeen(advert)
  return (
    <>
      {notice}
      <FormAndPicture key={key} advert={seen} place={seen?.place ?? place} typing={typing} />
    </>
  )
}

type FormAndPictureProps = { advert: ManagedAdvert | undefined; place: AdvertPlace; typing: Typing }

function FormAndPicture({ advert, place, typing: { onTyped, save } }: FormAndPictureProps) {
  const navigate = useNavigate()
  const { doIt } = useAction()
  const [form] = Form.useForm<Typed>()
  const typed = Form.useWatch([], form)
  const create = useWrite(createAdvert, CHANGES)
  const update = useWrite(updateAdvert, CHANGES)
  const upload = useWrite(uploadStaffFile)
  const submit = async ({ pictures, beginsAt, endsAt, ...said }: Typed) => {
    const body = {
      ...said,
      image: pictures[0]?.relativePath ?? null,
      beginsAt: beginsAt.toISOString(),
      endsAt: endsAt.toISOString(),
    }
    const run = () =>
      advert
        ? update.mutateAsync({ params: { id: advert.id }, body: { ...body, revision: advert.revision } })
        : create.mutateAsync({ body })
    const saved = await doIt({ run: () => save(run), done: advert ? '广告已保存' : '广告已新增' })
    if (saved) navigate(`/adverts?place=${saved.place}${saved.state === 'over' ? '&over=1' : ''}`)
  }
  return (
    <Flex gap={16} align="flex-start" wrap>
      <Card style={{ flex: '1 1 520px' }}>
        <Form<Typed>
          form={form}
          layout="vertical"
          initialValues={typedOf(advert, place)}
          onValuesChange={onTyped}
          onFinish={submit}
        >
          <Form.Item name="place" label="位置">
            <Radio.Group options={ADVERT_PLACES.map((value) => ({ value, label: ADVERT_PLACE_NAMES[value] }))} />
          </Form.Item>
          <Form.Item
            name="title"
            label="标题"
            rules={[{ required: true, whitespace: true, message: '请填写广告标题' }]}
          >
            <Input maxLength={ADVERT_LENGTHS.title} showCount />
          </Form.Item>
          <Form.Item name="subtitle" label="副标题">
            <Input maxLength={ADVERT_LENGTHS.subtitle} showCount />
          </Form.Item>
          <Form.Item name="label" label="标签（选填）" extra="标题前的小字，如：新课">
            <Input maxLength={ADVERT_LENGTHS.label} showCount />
          </Form.Item>
          <Form.Item name="pictures" label="图片（选填）" extra="顶部轮播建议 686 × 296，主体靠右；首页卡片建议正方形">
            <UploadPictures
              label="广告图片"
              upload={(file) => upload.mutateAsync({ query: { purpose: 'advert' }, file })}
            />
          </Form.Item>
          <Form.Item name="target" label="点击后打开" rules={[{ validator: isChosen }]}>
            <TargetField targetName={advert?.targetName ?? null} />
          </Form.Item>
          <Flex gap={16} wrap>
            <Form.Item name="beginsAt" label="投放开始" rules={[{ required: true, message: '请选择投放开始时间' }]}>
              <DatePicker {...MOMENT} />
            </Form.Item>
            <Form.Item name="endsAt" label="投放结束" rules={[{ required: true, message: '请选择投放结束时间' }]}>
              <DatePicker {...MOMENT} />
            </Form.Item>
          </Flex>
          <Button type="primary" htmlType="submit" loading={create.isPending || update.isPending}>
            {advert ? '保存' : '新增广告'}
          </Button>
        </Form>
      </Card>
      <Card title="小程序里的样子" style={{ flex: '0 0 391px' }}>
        <AdvertPreview
          place={typed?.place ?? place}
          label={typed?.label ?? ''}
          title={typed?.title ?? ''}
          subtitle={typed?.subtitle ?? ''}
          picture={typed?.pictures?.[0]?.url}
          leads={Boolean(typed?.target)}
        />
      </Card>
    </Flex>
  )
}

/** A time with minutes. */
const MOMENT = { showTime: { format: 'HH:mm' }, format: 'YYYY-MM-DD HH:mm', needConfirm: false }

/** An advert with a target needs the choice of the target. */
async function isChosen(_rule: unknown, target: string | null): Promise<void> {
  if (target === '') throw new Error('请选择点击后打开的内容')
}

function typedOf(advert: ManagedAdvert | undefined, place: AdvertPlace): Partial<Typed> {
  if (!advert) return { place, label: '', title: '', subtitle: '', pictures: [], target: null }
  const { label, title, subtitle, image, target, beginsAt, endsAt } = advert
  return {
    place,
    label,
    title,
    subtitle,
    pictures: image === null ? [] : [publicPicture(image)],
    target,
    beginsAt: dayjs(beginsAt),
    endsAt: dayjs(endsAt),
  }
}
