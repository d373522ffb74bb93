# A tender of the base as it is here: without its tiers, and the number of the highest in their place.
/d="M14 35.3h62"/d
/y="43.6"/d
/x="[24]5" y="33"/d
s/x="65" y="33"\(.*\)font-size="11"/x="45" y="39"\1font-size="16"/
t found
b next
:found
x
s/.*/found/
x
:next
${
  x
  /found/!q1
  x
}
