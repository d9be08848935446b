import type { ThemeConfig } from 'antd'

/** The product's colours on the desktop: court green first, on warm neutrals. Source: design tokens */
export const theme: ThemeConfig = {
  token: {
    colorPrimary: '#08794d',
    colorInfo: '#1d5a9e',
    colorSuccess: '#08734a',
    colorWarning: '#8a4b00',
    colorError: '#b42a1f',
    colorInfoBg: '#e7f0fa',
    colorInfoBorder: '#b9d2ee',
    colorSuccessBg: '#e4f5ec',
    colorSuccessBorder: '#a9dec3',
    colorWarningBg: '#fff0d4',
    colorWarningBorder: '#eacb94',
    colorErrorBg: '#fdebe8',
    colorErrorBorder: '#f0bdb6',
    colorTextBase: '#1b1a16',
    colorTextSecondary: '#6b665b',
    colorTextTertiary: '#706b60',
    colorTextDescription: '#706b60',
    colorTextPlaceholder: '#706b60',
    colorBgLayout: '#f5f4f0',
    colorBorder: '#c4c0b5',
    colorBorderSecondary: '#edebe5',
    colorLink: '#08794d',
    borderRadius: 8,
    fontFamily:
      "-apple-system, BlinkMacSystemFont, 'PingFang SC', 'Hiragino Sans GB', 'Noto Sans CJK SC', 'Microsoft YaHei', sans-serif",
  },
  components: {
    Layout: { siderBg: '#0a4a33', headerBg: '#ffffff', headerPadding: '0 24px', headerHeight: 56 },
    Menu: {
      darkItemBg: '#0a4a33',
      darkSubMenuItemBg: '#0a4a33',
      darkPopupBg: '#0a4a33',
      darkItemSelectedBg: '#08794d',
      darkItemColor: 'rgba(255, 255, 255, 0.86)',
      darkGroupTitleColor: 'rgba(255, 255, 255, 0.72)',
    },
    Table: { headerBg: '#fbfaf8', rowHoverBg: '#edf8f2' },
  },
}
