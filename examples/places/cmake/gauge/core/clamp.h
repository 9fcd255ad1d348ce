#pragma once
namespace core { double clamp(double value, double low, double high); }
