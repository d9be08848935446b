import type { ManagedAdvert } from '@paidang/api/areas/views/admin-adverts'
import { ADVERT_STATE_NAMES, type AdvertState } from '@paidang/domain/areas/views/home/advert'
import { Flex, type TableColumnsType, Tag, Typography } from 'antd'
import { NOTHING, when } from '../../../ui/format'
import { publicPicture } from '../../../ui/upload-pictures'

const STATE_COLORS: Record<AdvertState, string> = { coming: 'blue', running: 'green', over: 'default' }

/** The columns of a list of adverts. */
export const advertColumns: TableColumnsType<ManagedAdvert> = [
  {
    title: '广告',
    render: (_, { label, title, subtitle, image }) => (
      <Flex gap={12} align="center">
        {image ? (
          <img src={publicPicture(image).url} alt="" width={88} height={44} className="picture-tile" />
        ) : (
          <div className="picture-tile" style={{ width: 88, height: 44 }} />
        )}
        <div>
          <div>
            {label && <Tag>{label}</Tag>}
            {title}
          </div>
          <Typography.Text type="secondary">{subtitle}</Typography.Text>
        </div>
      </Flex>
    ),
  },
  { title: '跳转', render: (_, { targetName }) => targetName ?? NOTHING },
  {
    title: '时间',
    render: (_, { beginsAt, endsAt }) => (
      <>
        <div>{when(beginsAt)} 起</div>
        <div>{when(endsAt)} 止</div>
      </>
    ),
  },
  { title: '状态', render: (_, { state }) => <Tag color={STATE_COLORS[state]}>{ADVERT_STATE_NAMES[state]}</Tag> },
]
