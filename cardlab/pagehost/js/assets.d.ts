declare module "*.css" {
  const text: string;
  export default text;
}

declare module "anywidget" {
  const factory: (base: typeof import("@jupyter-widgets/base")) => Record<string, any>;
  export default factory;
}
