var e=globalThis["cardlab-common-ce6789be811f"];var{bar:l,blocks:t,drawBlocks:s,drawer:c,entered:p,isTouched:d,letGo:b,page:o,press:f,valueOf:m}=e["blocks.js"];var g=o();export{g as default};
